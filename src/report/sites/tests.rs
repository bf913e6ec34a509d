//! The `sites` report of results made by hand.

use serde_json::Value;

use super::*;
use crate::config::{Policy, ReportScope};
use crate::report::sample::{self, place, site};
use crate::result::{AnalysisResult, SiteRow};

fn lines(result: &AnalysisResult, policy: &Policy) -> Vec<String> {
    let bytes = render(&sample::judged(result, policy));
    String::from_utf8(bytes).expect("UTF-8").lines().map(str::to_owned).collect()
}

fn ids(result: &AnalysisResult, policy: &Policy) -> Vec<String> {
    let id = |line: &String| serde_json::from_str::<Value>(line).expect("JSON")["site"].as_str().map(str::to_owned);
    lines(result, policy).iter().filter_map(id).collect()
}

#[test]
fn one_line_a_site() {
    let mut result = sample::result();
    result.sites[3].targets.push(sample::class_target("[Lcom.acme.\u{e9}\u{2028}B;"));
    insta::assert_snapshot!(lines(&result, &Policy::default()).join("\n"), @r##"
{"v":1,"site":"com.acme.Codecs.<clinit>()#Class.forName#1","class":"com.acme.Codecs","method":"<clinit>","descriptor":"()V","offset":4,"line":12,"file":"Codecs.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"proven","resolution":"full","assumptions":[],"flagged":false,"reasons":[],"targets":[],"target_count":0,"origins":[],"cuts":[]}
{"v":1,"site":"com.acme.Codecs.hasFast()#Class.forName#1","class":"com.acme.Codecs","method":"hasFast","descriptor":"()Z","offset":1,"line":20,"file":"Codecs.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"proven","resolution":"full","assumptions":[],"flagged":false,"reasons":[],"targets":[],"target_count":0,"origins":[],"cuts":[]}
{"v":1,"site":"com.acme.Db.init()#Class.forName#1","class":"com.acme.Db","method":"init","descriptor":"()V","offset":5,"line":9,"file":"Db.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"open","resolution":"none","assumptions":[],"flagged":true,"reasons":["the name comes from System.getProperty"],"targets":[],"target_count":0,"origins":["com.acme.ReportConfig.engine()Ljava/lang/String;@2"],"cuts":[]}
{"v":1,"site":"com.acme.Hooks$Runner.run(java.lang.Object)#Method.invoke#1","class":"com.acme.Hooks$Runner","method":"run","descriptor":"(Ljava/lang/Object;)V","offset":21,"line":77,"file":"Hooks.java","api":"java.lang.reflect.Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;","kind":"action","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"partial","resolution":"partial","assumptions":[],"flagged":true,"reasons":["the method's name may be any"],"targets":[{"class":"com.acme.Hook","member":"run","descriptor":"()V"},{"class":"[Lcom.acme.é B;"}],"target_count":2,"origins":[],"cuts":[]}
{"v":1,"site":"com.acme.Reports.engine(java.lang.String)#Class.forName#1","class":"com.acme.Reports","method":"engine","descriptor":"(Ljava/lang/String;)V","offset":7,"line":48,"file":"Reports.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"open","resolution":"none","assumptions":[],"flagged":true,"reasons":["the name comes from System.getProperty"],"targets":[],"target_count":0,"origins":["com.acme.ReportConfig.engine()Ljava/lang/String;@2"],"cuts":[]}
{"v":1,"site":"com.acme.Reports.engine(java.lang.String)#Class.newInstance#1","class":"com.acme.Reports","method":"engine","descriptor":"(Ljava/lang/String;)V","offset":10,"line":48,"file":"Reports.java","api":"java.lang.Class.newInstance()Ljava/lang/Object;","kind":"action","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"open","resolution":"none","assumptions":[],"flagged":true,"reasons":["the name comes from System.getProperty"],"targets":[],"target_count":0,"origins":["com.acme.ReportConfig.engine()Ljava/lang/String;@2"],"cuts":[]}
{"v":1,"site":"com.acme.Theme.load()#Class.forName#1","class":"com.acme.Theme","method":"load","descriptor":"()V","offset":3,"line":15,"file":"Theme.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"application","artifact":"build/classes/java/main","reachable":true,"tier":"sound","resolution":"full","assumptions":["closed-world","class-loaders","other-calls"],"flagged":false,"reasons":[],"targets":[{"class":"com.acme.PdfEngine"}],"target_count":1,"origins":[],"cuts":[]}
{"v":1,"site":"com.acme.Unused.x()#Class.forName#1","class":"com.acme.Unused","method":"x","descriptor":"()V","offset":3,"line":15,"file":"Unused.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"application","artifact":"build/classes/java/main","reachable":false,"tier":"none","resolution":"none","assumptions":[],"flagged":false,"reasons":[],"targets":[],"target_count":0,"origins":[],"cuts":[]}
{"v":1,"site":"org.hibernate.Env.load(java.lang.String)#Class.forName#1","class":"org.hibernate.Env","method":"load","descriptor":"(Ljava/lang/String;)V","offset":1,"line":5,"file":"Env.java","api":"java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;","kind":"class-source","origin":"library","artifact":"org.hibernate:hibernate-core:6.1.0","reachable":true,"tier":"open","resolution":"none","assumptions":[],"flagged":true,"reasons":["the name comes from System.getProperty"],"targets":[],"target_count":0,"origins":["com.acme.ReportConfig.engine()Ljava/lang/String;@2"],"cuts":[]}
"##);
}

#[test]
fn what_is_listed() {
    let at = || place("com.acme.A", "m", "()V", 1, 1, "x");
    let row = |id: &str, api: &str| site(id, at(), SiteKind::ClassSource, api);
    let mut result = sample::empty();
    result.sites = vec![
        row("application", "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;"),
        SiteRow { compiler_generated: true, ..row("generated", "x") },
        SiteRow { reachable: false, tier: Tier::None, ..row("unreachable", "x") },
        SiteRow { origin: CodeOrigin::Library, ..row("library", "x") },
        SiteRow { origin: CodeOrigin::Jdk, ..row("jdk", "x") },
    ];
    let mut policy = Policy::default();
    assert_eq!(ids(&result, &policy), ["application", "unreachable", "library"]);
    policy.report_scope = ReportScope::All;
    assert_eq!(ids(&result, &policy), ["application", "unreachable", "library", "jdk"]);
}

/// Every key of the format is described in `docs/sites.md`, and nothing else is.
#[test]
fn the_format_is_documented() {
    let docs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sites.md")).expect("docs/sites.md");
    let line: Value = serde_json::from_str(&lines(&sample::result(), &Policy::default())[0]).expect("JSON");
    let keys: Vec<&str> = line.as_object().expect("an object").keys().map(String::as_str).collect();
    let rows: Vec<&str> =
        docs.lines().filter_map(|l| l.strip_prefix("| `")).filter_map(|l| l.split('`').next()).collect();
    assert_eq!(rows, keys);
    let example = docs.lines().find(|l| l.starts_with('{')).expect("an example");
    let example: Value = serde_json::from_str(example).expect("JSON");
    assert_eq!(example.as_object().expect("an object").keys().collect::<Vec<_>>(), keys);
}
