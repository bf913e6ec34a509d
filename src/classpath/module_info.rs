//! Module descriptors (JVMS 4.7.25): what `module-info.class` requires, exports, uses and provides, and from that the
//! modules of the JDK that an application on the class path sees. Knows of the class-file format only what leads to the
//! `Module` attribute; every read is checked.

use std::collections::VecDeque;

use crate::base::{FxHashMap, FxHashSet};

/// `--add-modules ALL-SYSTEM`.
const ALL_SYSTEM: &str = "ALL-SYSTEM";
/// `ModuleResolution` flag of incubator modules.
const DO_NOT_RESOLVE_BY_DEFAULT: u16 = 1;
const ACC_STATIC_PHASE: u16 = 0x40;

/// A module descriptor, as far as resolution and services need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ModuleInfo {
    /// Modules needed at run time.
    requires: Vec<String>,
    /// Exports a package to everyone.
    exports_api: bool,
    do_not_resolve: bool,
    /// Internal names of service types.
    uses: Vec<String>,
    /// Service type and its providers, as internal names.
    provides: Vec<(String, Vec<String>)>,
}

impl ModuleInfo {
    /// Reads a descriptor; `None` if the bytes are none.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut input = Reader(bytes);
        if input.u32()? != 0xCAFE_BABE {
            return None;
        }
        input.u32()?; // version
        let pool = Pool::read(&mut input)?;
        input.take(3 * 2)?; // access, this, super
        for _ in 0..3 {
            // A descriptor has no interfaces, fields and methods (JVMS 4.1).
            (input.u16()? == 0).then_some(())?;
        }
        let mut info = None;
        let mut do_not_resolve = false;
        for _ in 0..input.u16()? {
            let name = pool.utf8(input.u16()?)?;
            let length = usize::try_from(input.u32()?).ok()?;
            let mut body = Reader(input.take(length)?);
            match name {
                "Module" => info = Some(Self::read(&mut body, &pool)?),
                "ModuleResolution" => do_not_resolve = body.u16()? & DO_NOT_RESOLVE_BY_DEFAULT != 0,
                _ => {}
            }
        }
        Some(Self { do_not_resolve, ..info? })
    }

    fn read(body: &mut Reader<'_>, pool: &Pool<'_>) -> Option<Self> {
        let mut info = Self::default();
        body.take(3 * 2)?; // name, flags, version
        for _ in 0..body.u16()? {
            let (module, flags) = (body.u16()?, body.u16()?);
            body.u16()?;
            if flags & ACC_STATIC_PHASE == 0 {
                info.requires.push(pool.name(module)?);
            }
        }
        for exports in [true, false] {
            for _ in 0..body.u16()? {
                body.take(2 * 2)?; // package, flags
                let to = body.u16()?;
                info.exports_api |= exports && to == 0;
                body.take(usize::from(to) * 2)?;
            }
        }
        for _ in 0..body.u16()? {
            info.uses.push(pool.name(body.u16()?)?);
        }
        for _ in 0..body.u16()? {
            let service = pool.name(body.u16()?)?;
            let count = body.u16()?;
            let providers: Option<Vec<String>> = (0..count).map(|_| pool.name(body.u16()?)).collect();
            info.provides.push((service, providers?));
        }
        Some(info)
    }

    /// Internal names of the providers of a service type, in order.
    pub(super) fn providers(&self, service: &str) -> impl Iterator<Item = &str> {
        let of_service = self.provides.iter().filter(move |(name, _)| name == service);
        of_service.flat_map(|(_, providers)| providers.iter().map(String::as_str))
    }
}

/// The modules of the boot layer of an application on the class path (JEP 261, "Root modules"; the JDK's
/// `DefaultRoots`): those that export an API, those named by `add`, what they require, and whatever provides a service
/// that one of them uses.
pub(super) fn resolve<'a>(modules: &'a FxHashMap<&'a str, ModuleInfo>, add: &[String]) -> FxHashSet<&'a str> {
    let all = add.iter().any(|name| name == ALL_SYSTEM);
    let is_root = |name: &str, info: &ModuleInfo| {
        all || name == "java.base"
            || (info.exports_api && !info.do_not_resolve)
            || add.iter().any(|added| added == name)
    };
    let mut providers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut queue: VecDeque<&str> = VecDeque::new();
    #[expect(clippy::iter_over_hash_type, reason = "the result is a set, the order of arrival does not show")]
    for (name, info) in modules {
        for (service, _) in &info.provides {
            providers.entry(service).or_default().push(name);
        }
        if is_root(name, info) {
            queue.push_back(name);
        }
    }
    let mut resolved = FxHashSet::default();
    while let Some(name) = queue.pop_front() {
        let Some((name, info)) = modules.get_key_value(name) else { continue };
        if resolved.insert(*name) {
            queue.extend(info.requires.iter().map(String::as_str));
            queue.extend(info.uses.iter().filter_map(|service| providers.get(service.as_str())).flatten());
        }
    }
    resolved
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(length)?;
        self.0 = tail;
        Some(head)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

/// The constants a descriptor names things by.
struct Pool<'a> {
    constants: Vec<Constant<'a>>,
}

#[derive(Clone, Copy)]
enum Constant<'a> {
    Utf8(&'a [u8]),
    /// Class, Module or Package: index of its name.
    Named(u16),
    Other,
}

impl<'a> Pool<'a> {
    fn read(input: &mut Reader<'a>) -> Option<Self> {
        let count = usize::from(input.u16()?);
        let mut constants = vec![Constant::Other];
        while constants.len() < count {
            let tag = input.u8()?;
            let constant = match tag {
                1 => {
                    let length = usize::from(input.u16()?);
                    Constant::Utf8(input.take(length)?)
                }
                7 | 19 | 20 => Constant::Named(input.u16()?),
                8 | 16 => input.take(2).map(|_| Constant::Other)?,
                15 => input.take(3).map(|_| Constant::Other)?,
                3 | 4 | 9..=12 | 17 | 18 => input.take(4).map(|_| Constant::Other)?,
                5 | 6 => input.take(8).map(|_| Constant::Other)?,
                _ => return None,
            };
            constants.push(constant);
            if matches!(tag, 5 | 6) {
                constants.push(Constant::Other);
            }
        }
        Some(Self { constants })
    }

    fn utf8(&self, index: u16) -> Option<&'a str> {
        match self.constants.get(usize::from(index))? {
            Constant::Utf8(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    fn name(&self, index: u16) -> Option<String> {
        match self.constants.get(usize::from(index))? {
            Constant::Named(name) => self.utf8(*name).map(str::to_owned),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{open, write};
    use super::*;

    #[test]
    fn damage_never_panics() {
        let dir = tempfile::TempDir::new().unwrap();
        write(&dir.path().join("A.class"), "");
        let (class_path, _) = open(dir.path(), &["."], &[]);
        let sql = class_path
            .resources("module-info.class")
            .into_iter()
            .find(|resource| class_path.artifact(resource.artifact).name == "java.sql");
        let bytes = class_path.resource_bytes(&sql.unwrap()).unwrap();
        let info = ModuleInfo::parse(&bytes).unwrap();
        assert!(info.exports_api && info.uses == ["java/sql/Driver"] && info.requires.contains(&"java.xml".to_owned()));
        for at in 0..bytes.len() {
            let _ = ModuleInfo::parse(&bytes[..at]);
            for value in [0, 1, 7, 0x7F, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let _ = ModuleInfo::parse(&damaged);
            }
        }
    }

    #[test]
    fn services_bind_their_providers() {
        let provider = |service: &str| vec![(service.to_owned(), vec!["p/Impl".to_owned()])];
        let modules: FxHashMap<&str, ModuleInfo> = FxHashMap::from_iter([
            ("java.base", ModuleInfo { uses: vec!["s/S".into()], ..Default::default() }),
            (
                "api",
                ModuleInfo { exports_api: true, requires: vec!["needed".into(), "gone".into()], ..Default::default() },
            ),
            ("needed", ModuleInfo::default()),
            ("bound", ModuleInfo { provides: provider("s/S"), requires: vec!["deep".into()], ..Default::default() }),
            ("deep", ModuleInfo::default()),
            ("unused", ModuleInfo { provides: provider("s/Other"), ..Default::default() }),
            ("incubator", ModuleInfo { exports_api: true, do_not_resolve: true, ..Default::default() }),
        ]);
        let names = |add: &[&str]| {
            let add: Vec<String> = add.iter().map(|name| (*name).to_owned()).collect();
            let mut names: Vec<&str> = resolve(&modules, &add).into_iter().collect();
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(names(&[]), "api bound deep java.base needed");
        assert_eq!(names(&["incubator"]), "api bound deep incubator java.base needed");
        assert_eq!(names(&["ALL-SYSTEM"]), "api bound deep incubator java.base needed unused");
    }
}
