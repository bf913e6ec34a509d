//! Matching methods by signature. Owns the tables' form; must not know what a match means.

use crate::base::FxHashMap;
use crate::program::{MethodId, Program};

/// Class (internal name), method name, descriptor (`*` for any) -> number.
pub struct Signatures {
    table: FxHashMap<(&'static str, &'static str, &'static str), u32>,
}

impl Signatures {
    pub fn new(rows: &[(&'static str, &'static str, &'static str, u32)]) -> Self {
        Self { table: rows.iter().map(|&(class, name, desc, tag)| ((class, name, desc), tag)).collect() }
    }

    /// The number of the row that names `method`, as declared.
    pub fn find(&self, program: &Program, method: MethodId) -> Option<u32> {
        let data = program.method(method);
        let class = program.class_name(data.class);
        let name = program.str(data.name);
        let desc = program.str(program.method_desc(data.desc).text);
        // The keys outlive the look-up; the map only compares text.
        self.get(class, name, desc).or_else(|| self.get(class, name, "*"))
    }

    fn get(&self, class: &str, name: &str, desc: &str) -> Option<u32> {
        self.table.get(&(class, name, desc) as &(&str, &str, &str)).copied()
    }
}
