//! A read of a member that a parameter's type does not have is a warning when a script
//! is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<String> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let told = tools.warnings().iter().map(|problem| {
        let (place, help) = (problem.underlined(), problem.help_text());
        let (place, help) = (place.unwrap_or_default(), help.unwrap_or_default());
        format!("{} {place}: {}; {help}", problem.code(), problem.message())
    });
    told.collect()
}

const SETTINGS: &str =
    "settings S = #{ surcharge: int = 1, at: #{ city: string } = #{ city: \"x\" },
    lines: array<#{ sku: string }> = [], by: map<#{ sku: string }> = #{}, any: map = #{} };";

/// A function with settings and this body.
fn of(body: &str) -> String {
    format!("{SETTINGS}\nfn f(n: int, s: S) -> int {{ {body} }}")
}

#[tokio::test]
async fn a_setting_that_is_not_there_is_told_at_its_place() {
    const NEAR: &str = "there is no setting `surchage`; did you mean `surcharge`?";
    for (body, place) in [
        ("s.surchage", "surchage"),
        ("s?.surchage", "surchage"),
        ("s[\"surchage\"]", "\"surchage\""),
        ("s.get(\"surchage\") ?? 0", "\"surchage\""),
        ("s.surchage.round()", "surchage"),
        ("s.surchage[0].x", "surchage"),
        ("let x = s.surchage ?? 0; x", "surchage"),
        ("if n > s.surchage { return s.surcharge; } 0", "surchage"),
        ("switch n { 1 => s.surchage, _ => 0 }", "surchage"),
        ("let t = `${s.surchage}`; t.len()", "surchage"),
        ("[1].filter(|x| x > s.surchage).len()", "surchage"),
        ("[1].map(|x| [x].map(|y| y + s.surchage)).len()", "surchage"),
        ("g(s.surchage)", "surchage"),
        ("let t = #{}; t.surchage = s.surchage; 0", "surchage"),
        ("let t = [1]; t[s.surchage]", "surchage"),
    ] {
        let script = of(body) + "\nprivate fn g(x) { x }";
        assert_eq!(warned(&script).await, [format!("unknown_member {place}: {NEAR}")], "{body}");
    }
    insta::assert_snapshot!(warned(&of("s.at.ciyt + s.at.zip + s.lines[0].suk + s.by.x.suk + s.zzz")).await.join("\n"), @"
    unknown_member ciyt: there is no field `ciyt`; did you mean `city`?
    unknown_member zip: there is no field `zip`; the fields of its type are `city`
    unknown_member suk: there is no field `suk`; the fields of its type are `sku`
    unknown_member suk: there is no field `suk`; the fields of its type are `sku`
    unknown_member zzz: there is no setting `zzz`; the settings of its type are `surcharge`, `at`, `lines`, `by`, `any`
    ");
}

#[tokio::test]
async fn a_field_that_a_record_does_not_have_is_told() {
    let script = "type Order = #{ id: int, lines: array<#{ sku: string }>, note?: string };
fn f(o: Order, m: Order?) -> int { g(o); o.idd + o.lines[0].skuu.len() + m.notes }
private fn g(x: #{ a: int }) { x.b }";
    insta::assert_snapshot!(warned(script).await.join("\n"), @"
    unknown_member idd: there is no field `idd`; did you mean `id`?
    unknown_member skuu: there is no field `skuu`; did you mean `sku`?
    unknown_member notes: there is no field `notes`; did you mean `note`?
    unknown_member b: there is no field `b`; the fields of its type are `a`
    ");
}

#[tokio::test]
async fn members_that_may_be_there_are_not_told() {
    for body in [
        "s.surcharge + s[\"surcharge\"] + s.get(\"surcharge\")",
        "s.at.city.len() + s.lines[0].sku.len() + s.lines[n].sku.len() + s.by.a.sku.len()",
        "s.any.whatever + s.any[\"x\"] + s.by[s.at.city].sku.len()",
        "s.keys().len() + s.len() + s.at.values().len()",
        "s.surchage = 1; s.surchage",
        "s[\"surchage\"] = 1; s.surchage",
        "s.set(\"surchage\", 1); s.surchage",
        "set(s, \"surchage\", 1); s.surchage",
        "s.at.ciyt = 1; s.at.ciyt",
        "s.at = #{ ciyt: 1 }; s.at.ciyt",
        "s.lines.push(#{ a: 1 }); s.lines[0].a",
        "let key = \"surchage\"; s[key] = 1; s.surchage",
        "s.mixin(#{ surchage: 1 }); s.surchage",
        "s += #{ surchage: 1 }; s.surchage",
        "s = #{ surchage: 1 }; s.surchage",
        "s.more(); s.surchage",
        "[1].for_each(|| s.surchage = 1); s.surchage",
        "let s = #{ surchage: 1 }; s.surchage",
        "for s in [#{ surchage: 1 }] { return s.surchage; } 0",
        "try { throw 1; } catch (s) { return s.surchage; } 0",
        "[#{ surchage: 1 }].map(|s| s.surchage).len()",
        "let t = s; t.surchage",
        "let t = #{ s: #{ surchage: 1 } }; t.s.surchage",
    ] {
        let script = of(body) + "\nprivate fn more() { this.surchage = 1; }";
        assert_eq!(warned(&script).await, [""; 0], "{body}");
    }
    // Nothing is known of a helper's parameter without a type, nor where two could be meant.
    let script =
        of("g(s) + h(s)") + "\nprivate fn g(s) { s.surchage }\nprivate fn h(s: map) { s.surchage }";
    assert_eq!(warned(&script).await, [""; 0]);
}

#[tokio::test]
async fn thousands_of_reads_are_looked_at_in_time() {
    let members: String = (0..1_000).map(|at| format!("member{at}: int = 1,\n")).collect();
    let params: String = (0..500).map(|at| format!("p{at}: #{{}},\n")).collect();
    let reads = "s.membre;\n[1].map(|x| s.memebr);\n".repeat(500);
    let script = format!(
        "settings S = #{{ {members} }};\nfn f(s: S) -> int {{ {reads} 1 }}\n\
         fn g({params} s: S) {{ {reads} 1 }}"
    );
    let start = std::time::Instant::now();
    let told = warned(&script).await;
    let told = told.iter().filter(|one| one.starts_with("unknown_member")).count();
    assert_eq!(told, 100);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
