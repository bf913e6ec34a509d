//! A hand-made result for the tests of reports. Must not be used outside tests.

use super::{Date, Judged, Location, Nth, ReportInput, Sources, judge};
use crate::config::Policy;
use crate::diag::Diag;
use crate::result::*;

pub(super) const TODAY: Date = Date { year: 2026, month: 11, day: 2 };

pub(super) fn place(class: &str, method: &str, descriptor: &str, offset: u32, line: u32, token: &str) -> Place {
    let outer = class.rsplit('.').next().unwrap_or(class).split('$').next().unwrap_or(class);
    Place {
        class: class.into(),
        method: method.into(),
        descriptor: descriptor.into(),
        offset,
        line: Some(line),
        file: Some(format!("{outer}.java")),
        token: Some(token.into()),
    }
}

pub(super) fn class_target(class: &str) -> Target {
    Target { class: class.into(), member: None, descriptor: None }
}

/// A reachable, resolved site of the application; change what differs.
pub(super) fn site(id: &str, place: Place, kind: SiteKind, api: &str) -> SiteRow {
    SiteRow {
        id: id.into(),
        place,
        api: api.into(),
        kind,
        origin: CodeOrigin::Application,
        artifact: "build/classes/java/main".into(),
        reachable: true,
        closed: false,
        tier: Tier::Proven,
        resolution: Resolution::Full,
        assumptions: vec![],
        reasons: vec![],
        targets: vec![class_target("com.acme.PdfEngine")],
        origins: vec![],
        cuts: vec![],
        flows: vec![],
        proof: vec![],
        contributors: vec![],
        may_be_many: false,
        compiler_generated: false,
        guarded: false,
    }
}

/// A finding of the application without input, path and relatives.
pub(super) fn finding(rule: RuleId, site: &str, place: Place, tier: Tier, summary: &str) -> Finding {
    let row = SiteRow { tier, targets: vec![], ..self::site(site, place, SiteKind::Action, "") };
    FindingBuilder::at_site(rule, &row, summary.into()).key(format!("{rule}|{site}")).build()
}

/// A result without sites and findings.
pub(super) fn empty() -> AnalysisResult {
    AnalysisResult {
        version: RESULT_VERSION,
        tool: "0.1.0".into(),
        jdk: JdkInfo { feature: 17, version: "17.0.15".into(), vendor: "Debian".into() },
        mode: "livshits-points-to".into(),
        context: "selective".into(),
        entry: "auto".into(),
        scope: "whole".into(),
        library: false,
        inputs: InputCounts {
            application_classes: 412,
            library_jars: 82,
            library_classes: 30_123,
            ..InputCounts::default()
        },
        solved: Some(Solved {
            rounds: vec![
                EntryRound {
                    kind: RoundKind::Main,
                    entries: 1,
                    first: Some("com.acme.Main".into()),
                    methods_reached: 14_800,
                    application_methods_reached: 1_200,
                },
                EntryRound {
                    kind: RoundKind::Frameworks,
                    entries: 187,
                    first: None,
                    methods_reached: 30_900,
                    application_methods_reached: 2_391,
                },
            ],
            reach: Reach {
                application_methods: 2_396,
                application_methods_reached: 2_391,
                unreached: vec!["com.acme.Dead.never()".into()],
                methods_reached: 30_900,
                open_jdk_calls: 0,
            },
            counters: vec![],
        }),
        sites: vec![],
        steps: vec![],
        findings: vec![],
        cuts: vec![],
        diagnostics: vec![],
        libraries: vec![],
        accepts: vec![],
        inputs_digest: None,
    }
}

const ENGINE: &str = "com.acme.Reports.engine(java.lang.String)";

/// One cause with two calls (open), one partial call, a missing class, a guarded probe, notes, libraries, a diagnostic.
pub(super) fn result() -> AnalysisResult {
    let for_name_api = "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;";
    let new_instance_api = "java.lang.Class.newInstance()Ljava/lang/Object;";
    let invoke_api = "java.lang.reflect.Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
    let for_name = place("com.acme.Reports", "engine", "(Ljava/lang/String;)V", 7, 48, "forName");
    let new_instance = place("com.acme.Reports", "engine", "(Ljava/lang/String;)V", 10, 48, "newInstance");
    let property = place("com.acme.ReportConfig", "engine", "()Ljava/lang/String;", 2, 31, "getProperty");
    let invoke = place("com.acme.Hooks$Runner", "run", "(Ljava/lang/Object;)V", 21, 77, "invoke");
    let missing = place("com.acme.Codecs", "<clinit>", "()V", 4, 12, "forName");
    let probe = place("com.acme.Codecs", "hasFast", "()Z", 1, 20, "forName");
    let driver = place("com.acme.Db", "init", "()V", 5, 9, "forName");
    let id = |method: &str, rest: &str| format!("{method}#{rest}");
    let origin = "com.acme.ReportConfig.engine()Ljava/lang/String;@2".to_owned();

    let open = |id: String, place: &Place, kind, api| SiteRow {
        tier: Tier::Open,
        resolution: Resolution::None,
        reasons: vec!["the name comes from System.getProperty".into()],
        targets: vec![],
        origins: vec![origin.clone()],
        ..site(&id, place.clone(), kind, api)
    };
    let mut result = empty();
    result.sites = vec![
        SiteRow {
            targets: vec![],
            ..site("com.acme.Codecs.<clinit>()#Class.forName#1", missing.clone(), SiteKind::ClassSource, for_name_api)
        },
        SiteRow {
            targets: vec![],
            guarded: true,
            ..site("com.acme.Codecs.hasFast()#Class.forName#1", probe, SiteKind::ClassSource, for_name_api)
        },
        open(id("com.acme.Db.init()", "Class.forName#1"), &driver, SiteKind::ClassSource, for_name_api),
        SiteRow {
            tier: Tier::Partial,
            resolution: Resolution::Partial,
            reasons: vec!["the method's name may be any".into()],
            targets: vec![Target {
                class: "com.acme.Hook".into(),
                member: Some("run".into()),
                descriptor: Some("()V".into()),
            }],
            ..site(
                "com.acme.Hooks$Runner.run(java.lang.Object)#Method.invoke#1",
                invoke.clone(),
                SiteKind::Action,
                invoke_api,
            )
        },
        open(id(ENGINE, "Class.forName#1"), &for_name, SiteKind::ClassSource, for_name_api),
        open(id(ENGINE, "Class.newInstance#1"), &new_instance, SiteKind::Action, new_instance_api),
        SiteRow {
            tier: Tier::Sound,
            assumptions: vec![Assumption::ClosedWorld, Assumption::ClassLoaders, Assumption::OtherCalls],
            ..site(
                "com.acme.Theme.load()#Class.forName#1",
                place("com.acme.Theme", "load", "()V", 3, 15, "forName"),
                SiteKind::ClassSource,
                for_name_api,
            )
        },
        SiteRow {
            reachable: false,
            tier: Tier::None,
            resolution: Resolution::None,
            targets: vec![],
            ..site(
                "com.acme.Unused.x()#Class.forName#1",
                place("com.acme.Unused", "x", "()V", 3, 15, "forName"),
                SiteKind::ClassSource,
                for_name_api,
            )
        },
        SiteRow {
            origin: CodeOrigin::Library,
            artifact: "org.hibernate:hibernate-core:6.1.0".into(),
            ..open(
                "org.hibernate.Env.load(java.lang.String)#Class.forName#1".into(),
                &place("org.hibernate.Env", "load", "(Ljava/lang/String;)V", 1, 5, "forName"),
                SiteKind::ClassSource,
                for_name_api,
            )
        },
    ];
    let engine = Finding {
        call: "Class.forName(name).newInstance()".into(),
        input: Some(Input { text: "name <- System.getProperty(\"report.engine\")".into(), place: property.clone() }),
        advice: "list the values in reflection-specs/app.toml".into(),
        cast: Some(".asSubclass(Engine.class)".into()),
        spec_entry: Some(
            "[[source]]\nat = \"com.acme.ReportConfig.engine()\"\ncall = \"java.lang.System.getProperty\"\n\
             key = \"report.engine\"\nvalues = [\"...\"]"
                .into(),
        ),
        related: vec![Related {
            site: id(ENGINE, "Class.forName#1"),
            place: for_name.clone(),
            message: "Class.forName(name)".into(),
        }],
        path: vec![
            TraceStep { place: property, message: "the value of the property \"report.engine\" is read".into() },
            TraceStep {
                place: place("java.util.Optional", "orElse", "(Ljava/lang/Object;)Ljava/lang/Object;", 9, 359, ""),
                message: "it is returned".into(),
            },
            TraceStep { place: for_name, message: "it names the class".into() },
            TraceStep { place: new_instance.clone(), message: "an instance is made".into() },
        ],
        origin_kind: Some(OriginKind::Property),
        ..finding(
            RuleId::RC1001,
            &id(ENGINE, "Class.newInstance#1"),
            new_instance,
            Tier::Open,
            "\"report.engine\" names the class and nothing was found that bounds it",
        )
    };
    result.findings = vec![
        Finding {
            certainty: Some(Certainty::Proven),
            call: "Class.forName(\"com.acme.Codec.Fast\")".into(),
            advice: "the nearest class is \"com.acme.Codec$Fast\"".into(),
            ..finding(
                RuleId::RC3001,
                "com.acme.Codecs.<clinit>()#Class.forName#1",
                missing,
                Tier::Proven,
                "no class is named \"com.acme.Codec.Fast\"",
            )
        },
        Finding {
            call: "Class.forName(driver)".into(),
            ..finding(
                RuleId::RC1002,
                "com.acme.Db.init()#Class.forName#1",
                driver,
                Tier::Open,
                "nothing bounds the name of the class, which nothing uses",
            )
        },
        Finding {
            call: "method.invoke(hook)".into(),
            advice: "name the targets in a [[call]] entry".into(),
            target_count: 1,
            targets: result.sites[3].targets.clone(),
            assumptions: vec![Assumption::ClosedWorld],
            bound: Bound::Candidates(3),
            ..finding(
                RuleId::RC1001,
                "com.acme.Hooks$Runner.run(java.lang.Object)#Method.invoke#1",
                invoke,
                Tier::Partial,
                "the parameter \"hook\" chooses the method, and 1 target may not be all",
            )
        },
        engine,
    ];
    result.diagnostics =
        vec![Diag::warning("unreadable-class", "lib/old.jar!/a/B.class", "constant pool entry 7 has tag 99")];
    result.libraries = vec![
        LibraryRow { artifact: "net.bytebuddy:byte-buddy:1.14.0".into(), calls: 309, resolved: 200, open: 100 },
        LibraryRow { artifact: "org.hibernate:hibernate-core:6.1.0".into(), calls: 900, resolved: 880, open: 20 },
        LibraryRow { artifact: "tomcat-embed-core-10.1.jar".into(), calls: 1_540, resolved: 1_000, open: 500 },
        LibraryRow { artifact: "quiet.jar".into(), calls: 0, resolved: 0, open: 0 },
    ];
    result
}

/// Sources of package `com.acme` under `src/main/java`, with a made-up line for every place.
pub(super) struct AcmeSources;

impl Sources for AcmeSources {
    fn locate(&self, place: &Place, Nth { ordinal, .. }: Nth) -> Option<Location> {
        let package = place.class.strip_prefix("com.acme.").map(|_| "com/acme")?;
        let token = place.token.as_deref().filter(|t| !t.is_empty())?;
        let text = format!("        x.{token}(y);");
        Some(Location {
            path: format!("src/main/java/{package}/{}", place.file.as_deref()?),
            line: place.line?,
            columns: Some((11 + ordinal, 11 + ordinal + token.len() as u32)),
            line_hash: Some(format!("{:x}:1", 0xabc_0000 + place.line?)),
            text: Some(text),
        })
    }

    fn locate_in_file(&self, path: &str, line: u32, column: u32) -> Option<Location> {
        let columns = Some((column, column + 1));
        Some(Location { path: path.into(), line, columns, line_hash: Some(format!("{line:x}:1")), text: None })
    }
}

pub(super) fn input<'a>(result: &'a AnalysisResult, policy: &'a Policy, sources: &'a dyn Sources) -> ReportInput<'a> {
    ReportInput {
        result,
        policy,
        sources,
        module: Some("app"),
        source_set: Some("main"),
        build_file: Some("build.gradle"),
        test: false,
        today: TODAY,
        focus: None,
    }
}

/// Judged with sources.
pub(super) fn judged<'a>(result: &'a AnalysisResult, policy: &'a Policy) -> Judged<'a> {
    judge(input(result, policy, &AcmeSources))
}
