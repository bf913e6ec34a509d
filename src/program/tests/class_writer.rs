//! Writes small class files by hand, for hierarchies no compiler would make. Must not know what the tests check.

use std::collections::HashMap;

const ACC_STATIC: u16 = 8;
const ACC_NATIVE: u16 = 0x100;
const ACC_ABSTRACT: u16 = 0x400;

/// One class file in the making.
pub(crate) struct ClassWriter {
    pool: Vec<u8>,
    count: u16,
    known: HashMap<Vec<u8>, u16>,
    access: u16,
    this: u16,
    superclass: u16,
    interfaces: Vec<u16>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl ClassWriter {
    /// A class (internal names) without members; `super_name` empty: none.
    pub(crate) fn new(access: u16, name: &str, super_name: &str, interfaces: &[&str]) -> Self {
        let mut writer = Self {
            pool: Vec::new(),
            count: 1,
            known: HashMap::new(),
            access,
            this: 0,
            superclass: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        writer.this = writer.class(name);
        writer.superclass = if super_name.is_empty() { 0 } else { writer.class(super_name) };
        writer.interfaces = interfaces.iter().map(|name| writer.class(name)).collect();
        writer
    }

    /// How many methods it has.
    pub(crate) fn next_number(&self) -> usize {
        self.methods.len()
    }

    /// A constant in its own bytes, tag first.
    pub(crate) fn constant(&mut self, bytes: Vec<u8>) -> u16 {
        if let Some(&index) = self.known.get(&bytes) {
            return index;
        }
        let index = self.count;
        self.count += 1;
        self.pool.extend_from_slice(&bytes);
        self.known.insert(bytes, index);
        index
    }

    pub(crate) fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
        self.constant(bytes)
    }

    /// A constant that is made of others.
    pub(crate) fn reference(&mut self, tag: u8, parts: &[u16]) -> u16 {
        let mut bytes = vec![tag];
        bytes.extend(parts.iter().flat_map(|part| part.to_be_bytes()));
        self.constant(bytes)
    }

    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.reference(7, &[name])
    }

    pub(crate) fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.reference(8, &[text])
    }

    /// A `Methodref`, or an `InterfaceMethodref`.
    pub(crate) fn method_ref(&mut self, interface: bool, owner: &str, name: &str, descriptor: &str) -> u16 {
        let owner = self.class(owner);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.reference(12, &[name, descriptor]);
        self.reference(if interface { 11 } else { 10 }, &[owner, name_and_type])
    }

    pub(crate) fn field(&mut self, access: u16, name: &str, descriptor: &str) -> &mut Self {
        let row = [access, self.utf8(name), self.utf8(descriptor), 0];
        self.fields.push(row.iter().flat_map(|part| part.to_be_bytes()).collect());
        self
    }

    /// A method with this code, without one if abstract or native.
    pub(crate) fn code(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        max_stack: u16,
        max_locals: u16,
        code: &[u8],
    ) -> &mut Self {
        self.guarded(access, name, descriptor, [max_stack, max_locals], code, &[])
    }

    /// As [`code`](Self::code), with handlers: start, end, handler and the constant of the caught class (0: all).
    pub(crate) fn guarded(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        [max_stack, max_locals]: [u16; 2],
        code: &[u8],
        handlers: &[[u16; 4]],
    ) -> &mut Self {
        let has_code = access & (ACC_ABSTRACT | ACC_NATIVE) == 0;
        let row = [access, self.utf8(name), self.utf8(descriptor), u16::from(has_code)];
        let mut bytes: Vec<u8> = row.iter().flat_map(|part| part.to_be_bytes()).collect();
        if has_code {
            bytes.extend(self.utf8("Code").to_be_bytes());
            bytes.extend((code.len() as u32 + 12 + 8 * handlers.len() as u32).to_be_bytes());
            bytes.extend(max_stack.to_be_bytes());
            bytes.extend(max_locals.to_be_bytes());
            bytes.extend((code.len() as u32).to_be_bytes());
            bytes.extend(code);
            bytes.extend((handlers.len() as u16).to_be_bytes());
            bytes.extend(handlers.iter().flatten().flat_map(|part| part.to_be_bytes()));
            bytes.extend([0; 2]);
        }
        self.methods.push(bytes);
        self
    }

    /// A method without parameters that returns `text` (descriptor `()Ljava/lang/String;`).
    pub(crate) fn says(&mut self, access: u16, name: &str, text: &str) -> &mut Self {
        let [high, low] = self.string(text).to_be_bytes();
        let locals = u16::from(access & ACC_STATIC == 0);
        // ldc_w, areturn
        self.code(access, name, "()Ljava/lang/String;", 1, locals, &[0x13, high, low, 0xb0])
    }

    /// A public constructor that only calls the superclass's.
    pub(crate) fn constructor(&mut self, super_name: &str) -> &mut Self {
        let [high, low] = self.method_ref(false, super_name, "<init>", "()V").to_be_bytes();
        // aload_0, invokespecial, return
        self.code(1, "<init>", "()V", 1, 1, &[0x2a, 0xb7, high, low, 0xb1])
    }

    /// A class attribute of that name.
    pub(crate) fn attribute(&mut self, name: &str, content: &[u8]) -> &mut Self {
        let mut bytes = self.utf8(name).to_be_bytes().to_vec();
        bytes.extend((content.len() as u32).to_be_bytes());
        bytes.extend(content);
        self.attributes.push(bytes);
        self
    }

    /// The class file, for class-file version `major`.
    pub(crate) fn bytes(&self, major: u16) -> Vec<u8> {
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        out.extend(major.to_be_bytes());
        out.extend(self.count.to_be_bytes());
        out.extend(&self.pool);
        for part in [self.access, self.this, self.superclass, self.interfaces.len() as u16] {
            out.extend(part.to_be_bytes());
        }
        out.extend(self.interfaces.iter().flat_map(|index| index.to_be_bytes()));
        for table in [&self.fields, &self.methods, &self.attributes] {
            out.extend((table.len() as u16).to_be_bytes());
            out.extend(table.iter().flatten());
        }
        out
    }
}
