//! Functions that call themselves, through everything that calls a function.

use super::*;

#[tokio::test]
async fn recursion_ends_at_its_limit_however_it_goes() {
    for body in [
        "f()",
        "f() + f()",
        "-f()",
        "[f()]",
        "#{ a: f() }",
        "`${f()}`",
        "return f()",
        "throw f()",
        "exit(f())",
        "if f() { 1 }",
        "while f() {}",
        "switch f() { 1 => 1 }",
        "for i in [f()] {}",
        "f() && true",
        "true && f()",
        "() ?? f()",
        "let a = [1]; a[f()]",
        "let x = f();",
        "{ { { f() } } }",
        "let g = || f(); g.call()",
        "let g = Fn(\"f\"); g.call()",
        "let g = Fn(\"k\").curry(1); g.call()",
        "call(Fn(\"f\"))",
        "let m = #{ g: Fn(\"f\") }; m.g()",
        "let m = #{ g: || f() }; m.g()",
        "1.method()",
        "[1].map(|x| f())",
        "[1].filter(|x| f())",
        "[1].reduce(|s, x| f(), 0)",
        "[1].for_each(|| f())",
        "[1].some(|x| f())",
        "[1].all(Fn(\"k\"))",
        "[1].find(|x| f())",
        "[1].find_map(|x| f())",
        "[1].index_of(|x| f())",
        "[2, 1].sort(|x, y| f())",
        "[2, 1].order(|x, y| f())",
        "[1, 1].dedup(|x, y| f())",
        "let a = [1]; a.retain(|x| f())",
        "let a = [1]; a.drain(|x| f())",
        "#{ a: 1 }.filter(|k, v| f())",
        "[[1]].map(|x| x.map(|y| f()))",
        "let h = |g| g.call(g); h.call(h)",
        "let h = |n, g| g.call(n + 1, g); h.call(0, h)",
        "even(0)",
        "import \"rules\" as me; me::f()",
        "try { f() } catch { f() }",
        "try { f() } catch (e) { throw e }",
        "let g = |g, n| [n].map(|x| g.call(g, x))[0]; g.call(g, 1)",
    ] {
        let script = format!(
            "fn f() -> () {{ {body} }}\nfn k(x) {{ f() }}\nfn method() {{ f() }}\nfn even(n) {{ odd(n + 1) }}\nfn odd(n) {{ even(n + 1) }}"
        );
        let told = call_with(options(), &script, json!({})).await;
        assert!(told.contains("limit_exceeded: "), "{body}: {told}");
    }
}

#[tokio::test]
async fn recursion_within_expressions_as_deep_as_they_may_be() {
    let wrapped = |open: &str, close: &str, levels: usize| {
        format!("{}f(){}", open.repeat(levels), close.repeat(levels))
    };
    for (open, close) in [
        ("(1 + ", ")"),
        ("[", "]"),
        ("#{ a: ", "}"),
        ("{ ", " }"),
        ("if true { ", " }"),
        ("id(", ")"),
        ("`${", "}`"),
        ("-(", ")"),
        ("true && (", ")"),
        ("() ?? (", ")"),
        ("switch 1 { 1 => ", " }"),
        ("try { ", " } catch { 1 }"),
        ("loop { ", " }"),
        ("for i in 0..1 { ", " }"),
        ("do { ", " } while false;"),
        ("return (", ")"),
        ("[1].map(|x| ", ")"),
        ("(|| ", ").call()"),
        ("if ", " { 1 } else { 2 }"),
        ("let a = { ", " };"),
        ("x.own(", ")"),
        ("a[", "]"),
    ] {
        for levels in [120, 60, 40, 25] {
            let body = wrapped(open, close, levels);
            let script = format!(
                "fn id(x) {{ x }}\nfn own(y) {{ y }}\nfn f() -> () {{ let x = 1; let a = [1]; {body} }}\nfn ok() -> int {{ 42 }}"
            );
            let folder = Folder::with_rules(&script, &["f", "ok"]);
            // Past the limit for expressions it is refused; below it, it must end.
            let Ok(tools) = folder.load_with(options()).await else { continue };
            let error = tools.call("f", json!({})).await.unwrap_err();
            hold(&error.message);
            assert_eq!(tools.call("ok", json!({})).await.unwrap(), 42, "{open}");
            break;
        }
    }
}
