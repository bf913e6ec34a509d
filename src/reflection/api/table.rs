//! The table: the rows of all families, found by method. Every row exists in JDK 17 or 25 (checked by a test). Must not know
//! what rules do.

use std::ops::Index;
use std::sync::LazyLock;

use super::super::rule::Answer;
use super::super::terms::rules::RuleName;
use super::super::terms::site::ApiId;
use super::row::Row;
use super::{
    actions, annotations, beans, bundles, class_sources, generics, handles, judged, members, mirrors, proxies,
    run_by_name, services, unresolved, utilities, xml,
};
use crate::base::{FxHashMap, FxIndexMap};
use crate::classpath::Origin;
use crate::program::{MethodId, MethodRef, Program, access};

/// The families, in the order in which they are asked.
const FAMILIES: &[&[Row]] = &[
    class_sources::ROWS,
    members::ROWS,
    actions::ROWS,
    mirrors::ROWS,
    generics::ROWS,
    annotations::ROWS,
    proxies::ROWS,
    services::ROWS,
    bundles::ROWS,
    beans::ROWS,
    unresolved::BY_NAME,
    xml::ROWS,
    handles::ROWS,
    unresolved::OTHERS,
    run_by_name::ROWS,
    utilities::SPRING,
    utilities::COMMONS_LANG_3,
    utilities::COMMONS_LANG_2,
    utilities::COMMONS_BEANUTILS,
    utilities::KOTLIN,
];

/// The table.
pub const API: &[Row] = &joined::<{ count(FAMILIES) }>(FAMILIES);

/// `API[id]`
impl Index<ApiId> for [Row] {
    type Output = Row;

    fn index(&self, id: ApiId) -> &Row {
        &self[id.index()]
    }
}

const fn count(families: &[&[Row]]) -> usize {
    let (mut count, mut family) = (0, 0);
    while family < families.len() {
        count += families[family].len();
        family += 1;
    }
    count
}

const fn joined<const COUNT: usize>(families: &[&[Row]]) -> [Row; COUNT] {
    let mut all = [families[0][0]; COUNT];
    let (mut at, mut family) = (0, 0);
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            all[at] = families[family][row];
            (at, row) = (at + 1, row + 1);
        }
        family += 1;
    }
    all
}

/// Class, name and descriptor (`*`: any) of a method as a row writes them.
pub type Written = (&'static str, &'static str, &'static str);

/// The rules that find something, which can be switched off, each with the methods it answers for.
pub fn rules() -> FxIndexMap<RuleName, Vec<Written>> {
    let mut rules: FxIndexMap<_, Vec<_>> = FxIndexMap::default();
    for api in API.iter().filter(|api| !matches!(api.rule.answer(), Answer::Reported | Answer::Nothing)) {
        rules.entry(api.rule.name()).or_default().push((api.class, api.name, api.desc));
    }
    for api in API {
        api.more.iter().for_each(|&rule| rules.entry(rule).or_default().push((api.class, api.name, api.desc)));
    }
    rules
}

/// The table, indexed.
pub struct ApiTable {
    rows: FxHashMap<(&'static str, &'static str), Vec<ApiId>>,
    /// Of methods that no rule answers for.
    judged: FxHashMap<(&'static str, &'static str), Vec<&'static Row>>,
    /// Those that every enum has a method of the name of, which calls them.
    called_by_enums: Vec<ApiId>,
    /// Those whose overrides count as they do.
    by_overrides: Vec<ApiId>,
}

impl ApiTable {
    /// The one there is, made when it is first asked for.
    pub fn get() -> &'static Self {
        static TABLE: LazyLock<ApiTable> = LazyLock::new(|| {
            let mut rows: FxHashMap<_, Vec<ApiId>> = FxHashMap::default();
            for (index, api) in API.iter().enumerate() {
                rows.entry((api.class, api.name)).or_default().push(ApiId::new(index));
            }
            let mut judged: FxHashMap<_, Vec<&'static Row>> = FxHashMap::default();
            for row in judged::ROWS {
                judged.entry((row.class, row.name)).or_default().push(row);
            }
            let those = |is: fn(&Row) -> bool| (0..API.len()).map(ApiId::new).filter(|&id| is(&API[id])).collect();
            let (called_by_enums, by_overrides) = (those(|row| row.called_by_enums), those(|row| row.by_overrides));
            ApiTable { rows, judged, called_by_enums, by_overrides }
        });
        &TABLE
    }

    /// The row of a method, as declared.
    pub fn find(&self, program: &Program, method: MethodId) -> Option<ApiId> {
        let data = program.method(method);
        let name = program.str(data.name);
        let desc = program.str(program.method_desc(data.desc).text);
        let class = program.class_name(data.class);
        if let Some(row) = self.by_name(class, name, desc) {
            // Who writes the library has its calls looked at as they are.
            let counts = !API[row].of_library || program.class(data.class).origin == Origin::Library;
            return Some(row).filter(|_| counts);
        }
        let overrides = |&id: &ApiId| {
            let above = || program.find_class(API[id].class);
            API[id].name == name
                && API[id].desc == desc
                && above().is_some_and(|of| program.is_subclass(data.class, of))
        };
        self.by_overrides.iter().copied().find(overrides)
    }

    /// The row that is written so in results.
    pub fn written(&self, api: &str) -> Option<&'static Row> {
        let desc = &api[api.find(['(', '*'])?..];
        let (class, name) = api.strip_suffix(desc)?.rsplit_once('.')?;
        self.by_name(&class.replace('.', "/"), name, desc).map(|id| &API[id])
    }

    pub fn by_name(&self, class: &str, name: &str, desc: &str) -> Option<ApiId> {
        let rows: &Vec<ApiId> = self.rows.get(&(class, name) as &(&str, &str))?;
        rows.iter().copied().find(|&row| API[row].desc == desc || API[row].desc == "*")
    }

    /// What is known of calls of a method, whether a rule answers for it or not; of one that compilers write, what is known of the
    /// method that it calls.
    pub fn known(&self, program: &Program, method: MethodId) -> Option<&'static Row> {
        if let Some(row) = self.find(program, method) {
            return Some(&API[row]);
        }
        let data = program.method(method);
        let (class, name) = (program.class_name(data.class), program.str(data.name));
        let judged = || self.judged_by_name(class, name, program.str(program.method_desc(data.desc).text));
        let is_of_enum = program.class(data.class).access & access::ENUM != 0;
        let enums = self.called_by_enums.iter().filter(|_| is_of_enum).map(|&id| &API[id]);
        enums.into_iter().find(|row| row.name == name).or_else(judged)
    }

    /// The same of the method that an instruction names, as it names it: not of one that the class inherits.
    pub fn named(&self, program: &Program, method: MethodRef) -> Option<&'static Row> {
        let data = program.method_ref_data(method);
        let class = program.class_name(program.class_of(data.owner)?);
        let (name, desc) = (program.str(data.name), program.str(program.method_desc(data.desc).text));
        self.by_name(class, name, desc).map(|row| &API[row]).or_else(|| self.judged_by_name(class, name, desc))
    }

    fn judged_by_name(&self, class: &str, name: &str, desc: &str) -> Option<&'static Row> {
        let rows: &Vec<&'static Row> = self.judged.get(&(class, name) as &(&str, &str))?;
        rows.iter().copied().find(|row| row.desc == desc || row.desc == "*")
    }
}
