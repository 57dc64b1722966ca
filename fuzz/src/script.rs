//! Scripts made of awkward pieces.

use std::sync::LazyLock;

use rulebook::rhai::Engine;
use rulebook::rhai::packages::{Package, StandardPackage};

use crate::{Dice, types};

/// A function of the engine's packages.
struct Native {
    name: String,
    takes: Vec<String>,
}

/// All of them that take values which scripts have, in the order of their text.
static NATIVES: LazyLock<Vec<Native>> = LazyLock::new(|| {
    let mut engine = Engine::new_raw();
    StandardPackage::new().register_into_engine(&mut engine);
    let mut signatures = engine.gen_fn_signatures(true);
    signatures.sort_unstable();
    signatures.dedup();
    signatures.iter().filter_map(|signature| native(signature)).collect()
});

fn native(signature: &str) -> Option<Native> {
    let (name, rest) = signature.split_once('(')?;
    let (takes, _) = rest.split_once(')')?;
    let kind = |param: &str| {
        let kind = param.split_once(": ")?.1.trim_start_matches("&mut ");
        VALUES.iter().any(|(known, _)| *known == kind).then(|| kind.to_owned())
    };
    let takes =
        takes.split(", ").filter(|param| !param.is_empty()).map(kind).collect::<Option<_>>()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains([' ', '$']);
    is_name.then(|| Native { name: name.to_owned(), takes })
}

/// How values of each kind are written.
const VALUES: &[(&str, &[&str])] = &[
    ("i64", NUMBERS),
    (
        "string",
        &["\"\"", "\"a\"", "\"b,a,é\"", "\" 1.5\"", "`${a}`", "\"x\".to_upper()", "type_of(a)"],
    ),
    (
        "array",
        &["[]", "[3, 1, 2]", "[a, b, c]", "y", "c", "[[2], [1]]", "[1.5, 1]", "[\"b\", 'a']"],
    ),
    ("f64", &["0.5", "-1.5", "1e300", "(0.0/0.0)", "0.0", "3.0", "(1.0/0.0)"]),
    ("blob", &["blob()", "blob(3, 65)", "blob(100, 255)", "\"é\".to_blob()", "c"]),
    (
        "Decimal",
        &[
            "1.to_decimal()",
            "parse_decimal(\"0.125\")",
            "parse_decimal(\"-79228162514264337593543950335\")",
        ],
    ),
    ("char", &["'a'", "'é'", "'\\x00'", "','"]),
    (
        "Fn",
        &[
            "|x| x",
            "|x, y| x - y",
            "|x| x == 2",
            "|x, y| x > y",
            "f",
            "Fn(\"g\")",
            "Fn(\"h\")",
            "|| this",
            "|| { a += 1; a }",
            "|x| { y.push(x); x }",
            "|x| throw x",
            "|x, y| { a += y; true }",
            "Fn(\"len\")",
        ],
    ),
    (
        "range",
        &["0..2", "1..1", "2..0", "-2..9", "0..9223372036854775807", "-9223372036854775807..0"],
    ),
    ("range=", &["0..=2", "1..=1", "2..=0", "-1..=9", "0..=9223372036854775807"]),
    ("map", &["#{}", "#{ a: 1, b: [2] }", "d", "#{ a: #{ a: a } }", "#{ \"b c\": 1.5 }"]),
    ("Dynamic", &["a", "b", "()", "1", "c", "\"a\"", "[1]", "#{ a: 1 }", "f", "2.5", "'x'"]),
    ("bool", &["true", "false"]),
    ("timestamp", &["timestamp()"]),
];

const VARIABLES: &[&str] = &["a", "b", "c", "d", "f", "x", "y"];
const PROPERTIES: &[&str] = &["a", "b", "len", "bits", "name", "is_odd", "zz"];
const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "&", "|", "^",
    "<<", ">>", "in", "!in", "??", "..", "..=",
];
const ASSIGN: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", "&=", "|=", "^="];
const UNARY: &[&str] = &["-", "!", "+", "- -", "!!"];
const LITERALS: &[&str] = &[
    "1",
    "0",
    "-1",
    "2",
    "true",
    "false",
    "()",
    "\"\"",
    "\"a\"",
    "'c'",
    "[]",
    "#{}",
    "3",
    "10",
    "255",
    "1000",
    "100000",
    "9223372036854775807",
    "(-9223372036854775807 - 1)",
    "0.5",
    "1e300",
    "-0.0",
    "(0.0/0.0)",
    "(1.0/0.0)",
    "parse_decimal(\"0.1\")",
    "parse_decimal(\"79228162514264337593543950335\")",
    "1.to_decimal()",
    "\"é\u{1f600}\"",
    "\"\\x00\\n\"",
    "`a ${a} b`",
    "[1, 2, 3]",
    "[3, 1, 2]",
    "[[1], [2, [3]]]",
    "[\"b\", \"a\"]",
    "#{ a: 1, b: [1] }",
    "#{ a: #{ a: #{} } }",
    "0..3",
    "0..=3",
    "3..0",
    "0..9223372036854775807",
    "blob(3, 65)",
    "blob(5)",
    "parse_json(\"{\\\"a\\\":[1]}\")",
    "parse_json(\"[[[[1]]]]\")",
    "Fn(\"g\")",
    "Fn(\"h\")",
    "Fn(\"len\")",
    "Fn(\"+\")",
    "Fn(\"run\")",
    "|x| x",
    "|x, y| x > y",
    "|x, y| x - y",
    "|| a",
    "|x| { a = x; a }",
    "|x| throw x",
    "|x| x.call(x)",
    "C",
    "D",
    "global::C",
    "C.call()",
    "E::name",
    "timestamp()",
    "range(0, 100, 7)",
    "\"abc\".chars()",
    "5.bits()",
    "\"1,2\".split(\",\")",
    "1_000",
    "0xff",
    "0b101",
    "\"x\".to_blob()",
];
/// Words of the language, which are no methods.
const WORDS: &[&str] =
    &["print", "debug", "type_of", "call", "curry", "is_shared", "is_def_fn", "is_def_var"];
const METHODS: &[&str] = &["len", "push", "get", "set", "call", "map", "to_string", "g", "a", "E"];
const NUMBERS: &[&str] =
    &["0", "1", "-1", "2", "3", "7", "64", "1000", "-1000", "9223372036854775807"];

/// Code between the pieces of a script: how much of it there may still be.
pub struct Writer<'a> {
    dice: Dice<'a>,
    text: String,
    left: usize,
    /// Whether statements go on after one that failed.
    tried: bool,
    in_loop: bool,
}

/// A script with a function `run(a, b)`, and the types of its parameters.
pub fn any_script(dice: Dice<'_>) -> (String, Dice<'_>) {
    let mut writer = Writer { dice, text: String::new(), left: 200, tried: false, in_loop: false };
    writer.script();
    (writer.text, writer.dice)
}

impl Writer<'_> {
    fn add(&mut self, text: &str) {
        self.text += text;
    }

    fn pick(&mut self, list: &[&str]) {
        let text = self.dice.of(list);
        self.text += text;
    }

    fn script(&mut self) {
        let [a, b, mut returns] = [(); 3].map(|()| types::any_type(&mut self.dice, 2).to_string());
        let loose = self.dice.below(6);
        self.tried = self.dice.flip();
        if loose < 4 {
            returns = ["array", "map", "string", "()"][loose].to_owned();
        }
        if self.dice.flip() {
            self.add("import \"other\" as E;\n");
        }
        self.add("let a = 1; let b = \"b\"; let c = [1]; let d = #{ a: 1 }; let f = |x| x; let x = 2; let y = [];\n");
        self.add("const C = ");
        let (kind, _) = self.dice.of(VALUES);
        self.value(kind, 0);
        self.add(";\nconst D = [C, a];\n");
        if self.dice.below(4) == 1 {
            self.add("try { ");
            self.statement(3);
            self.add("} catch { }\n");
        }
        self.add("fn g(x) {\n");
        self.left = 60;
        self.body(2);
        self.add("}\nfn h(x, y) {\n");
        self.left = 60;
        self.body(2);
        self.add("}\n/// Runs.\n");
        self.text += &format!("fn run(a: {a}, b: {b}) -> {returns} {{\n");
        self.left = 200;
        self.locals();
        for _ in 0..=self.dice.below(8) {
            self.statement(4);
        }
        match loose {
            0 => self.wrapped("[", 4, "]"),
            1 => self.wrapped("#{ a: ", 4, " }"),
            2 => self.add("`${a}${c}${x}`"),
            3 => self.add("()"),
            _ => self.expression(4),
        }
        self.add("\n}\n");
    }

    fn locals(&mut self) {
        for (name, depth) in [("c", 3), ("d", 2), ("f", 2)] {
            self.text += &format!("let {name} = (); try {{ {name} = ");
            self.expression(depth);
            self.add("; } catch { }\n");
        }
        self.add("let x = 1; let y = [];\n");
    }

    fn body(&mut self, depth: usize) {
        self.add("let a = 1; let b = x; let c = []; let d = #{}; let f = |x| x; let y = 2;\n");
        self.statement(depth);
        self.statement(depth);
        self.expression(depth);
    }

    fn block(&mut self, depth: usize) {
        self.add("{ ");
        for _ in 0..=self.dice.below(3) {
            self.statement(depth);
        }
        if self.dice.flip() {
            self.expression(depth);
        }
        self.add(" }");
    }

    fn repeated(&mut self, depth: usize) {
        let in_loop = std::mem::replace(&mut self.in_loop, true);
        self.block(depth);
        self.in_loop = in_loop;
    }

    /// Something that may be true; what cannot be is no script.
    fn condition(&mut self, before: &str, depth: usize, after: &str) {
        self.add(before);
        self.pick(VARIABLES);
        self.pick(&[" == ", " != ", " in ", " < ", " >= ", " == 1 || a == ", " != 1 && b != "]);
        self.wrapped("(", depth, ")");
        self.add(after);
    }

    fn iterable(&mut self, before: &str, depth: usize, after: &str) {
        self.add(before);
        match self.dice.below(4) {
            0 => self.pick(VARIABLES),
            1 => self.pick(&[
                "1..4",
                "1..=9223372036854775807",
                "[3, 1, 2]",
                "\"aé\".chars()",
                "range(9, 0, -2)",
                "a.bits()",
                "blob(3)",
                "d.keys()",
                "c.extract(1)",
            ]),
            _ => {
                self.add("g(");
                self.expression(depth);
                self.add(")");
            }
        }
        self.add(after);
    }

    fn index(&mut self, before: &str, depth: usize, after: &str) {
        self.add(before);
        match self.dice.below(4) {
            0 | 1 => self.pick(NUMBERS),
            2 => self.pick(&[
                "\"a\"", "0..2", "1..=1", "-1", "a", "x", "\"b c\"", "c", "2..0", "\"zz\"",
            ]),
            _ => {
                self.add("g(");
                self.expression(depth);
                self.add(")");
            }
        }
        self.add(after);
    }

    fn wrapped(&mut self, before: &str, depth: usize, after: &str) {
        self.add(before);
        self.expression(depth);
        self.add(after);
    }

    fn place(&mut self, depth: usize) {
        self.pick(VARIABLES);
        match self.dice.below(6) {
            1 | 2 => self.index("[", depth, "]"),
            3 => {
                self.add(".");
                self.pick(PROPERTIES);
            }
            4 => self.index("[0][", depth, "]"),
            _ => {}
        }
    }

    fn statement(&mut self, depth: usize) {
        if depth == 0 || self.left == 0 {
            return self.pick(&[
                "a;",
                "a += 1;",
                "c.push(a);",
                "f = f.curry(f);",
                "y = [y];",
                "d.a = d;",
                "y += y;",
            ]);
        }
        let deeper = depth - 1;
        let tried = self.tried;
        if tried {
            self.add("try { ");
        }
        match self.dice.below(24) {
            0..4 => {
                self.place(deeper);
                self.add(" ");
                self.pick(ASSIGN);
                self.wrapped(" ", deeper, "");
            }
            4 => self.wrapped("let c = ", deeper, ""),
            5 => {
                self.condition("if ", deeper, " ");
                self.block(deeper);
                self.add(" else ");
                self.block(deeper);
            }
            6 => {
                self.condition("while ", deeper, " ");
                self.repeated(deeper);
            }
            7 => {
                self.add("loop ");
                self.repeated(deeper);
            }
            8 => {
                self.iterable("for x in ", deeper, " ");
                self.repeated(deeper);
            }
            9 => {
                self.iterable("for (x, y) in ", deeper, " ");
                self.repeated(deeper);
            }
            10 => {
                self.add("do ");
                self.repeated(deeper);
                self.condition(" until ", deeper, "");
            }
            11 | 12 => {
                self.add("try ");
                self.block(deeper);
                self.add(" catch (y) ");
                self.block(deeper);
            }
            13 => self.wrapped("throw ", deeper, ""),
            14 if self.in_loop => self.wrapped("if a == ", deeper, " { break; }"),
            15 if self.in_loop => self.add("if x == 2 { continue; }"),
            16 => self.wrapped("return ", deeper, ""),
            17 => self.wrapped("a = [a, ", deeper, "]"),
            18 => self.wrapped("d = #{ a: d, b: ", deeper, " }"),
            19 => self.wrapped("f = f.curry(", deeper, ")"),
            20 => self.wrapped("c += ", deeper, ""),
            21 => self.wrapped("exit(", deeper, ")"),
            22 => self.wrapped("print(", deeper, ")"),
            _ => self.expression(deeper),
        }
        self.add(if tried { "; } catch { }\n" } else { ";\n" });
    }

    fn arguments(&mut self, depth: usize) {
        self.add("(");
        for index in 0..self.dice.below(4) {
            self.wrapped(if index == 0 { "" } else { ", " }, depth, "");
        }
        self.add(")");
    }

    /// A function of the engine, mostly with values of the kinds that it takes.
    fn native(&mut self, depth: usize) {
        let high = usize::from(self.dice.byte());
        let index = (high << 8 | usize::from(self.dice.byte())) % NATIVES.len();
        let native = &NATIVES[index];
        let mut takes = native.takes.iter();
        let is_word = WORDS.contains(&native.name.as_str());
        if !is_word
            && self.dice.below(4) > 0
            && let Some(first) = takes.next()
        {
            self.add("(");
            self.value(first, depth);
            self.add(").");
        }
        self.add(&native.name);
        for (index, kind) in takes.enumerate() {
            self.add(if index == 0 { "(" } else { ", " });
            self.value(kind, depth);
        }
        self.add(if self.text.ends_with(&native.name) { "()" } else { ")" });
    }

    fn value(&mut self, kind: &str, depth: usize) {
        match VALUES.iter().find(|(known, _)| *known == kind) {
            Some((_, values)) if self.dice.below(8) < 6 => self.pick(values),
            _ => self.expression(depth),
        }
    }

    fn expression(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let kinds = if depth == 0 || self.left == 0 { 8 } else { 32 };
        let deeper = depth.saturating_sub(1);
        match self.dice.below(kinds) {
            0..3 => self.pick(VARIABLES),
            3..5 => self.pick(NUMBERS),
            5..8 => self.pick(LITERALS),
            8..11 => {
                self.wrapped("(", deeper, " ");
                self.pick(BINARY);
                self.wrapped(" ", deeper, ")");
            }
            11 => {
                self.pick(UNARY);
                self.wrapped("(", deeper, ")");
            }
            12..17 => self.native(deeper),
            17 => {
                self.wrapped("(", deeper, ").");
                self.pick(METHODS);
                self.arguments(deeper);
            }
            18 => {
                self.pick(VARIABLES);
                self.index("[", deeper, "]");
            }
            19 => {
                self.wrapped("(", deeper, ").");
                self.pick(PROPERTIES);
            }
            20 => {
                self.wrapped("(", deeper, ")?.");
                self.pick(PROPERTIES);
                self.index("?[", deeper, "]");
            }
            21 => {
                self.add("[");
                self.wrapped("", deeper, ", ");
                self.wrapped("", deeper, "]");
            }
            22 => {
                self.wrapped("#{ a: ", deeper, ", \"b c\": ");
                self.wrapped("", deeper, " }");
            }
            23 => {
                self.add("`t${");
                self.expression(deeper);
                self.add("}u${");
                self.block(deeper);
                self.add("}`");
            }
            24 => {
                self.pick(&["|x| ", "|| ", "|x, y| ", "|a, b, c| "]);
                let in_loop = std::mem::take(&mut self.in_loop);
                self.block(deeper);
                self.in_loop = in_loop;
            }
            25 => {
                self.pick(&["g", "h", "E::f", "run", "zz", "g!", "call", "Fn", "is_def_fn"]);
                self.arguments(deeper);
            }
            26 => {
                self.wrapped("(", deeper, ").call");
                self.arguments(deeper);
            }
            27 => {
                self.wrapped("(", deeper, ").curry");
                self.arguments(deeper);
            }
            28 => {
                self.condition("(if ", deeper, " ");
                self.block(deeper);
                self.add(" else ");
                self.block(deeper);
                self.add(")");
            }
            29 => {
                self.wrapped("(switch ", deeper, " { 1 => ");
                self.wrapped("", deeper, ", \"a\" | 0..5 if a == 1 => ");
                self.wrapped("", deeper, ", _ => ");
                self.wrapped("", deeper, " })");
            }
            30 => {
                self.add("(");
                self.block(deeper);
                self.add(")");
            }
            _ => self.wrapped("type_of(", deeper, ")"),
        }
    }
}
