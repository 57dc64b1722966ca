//! Scripts made at random, of what the library rewrites before it runs them.

/// Numbers that are the same in every run.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from.get(self.below(from.len())).copied().unwrap_or_default().to_owned()
    }
}

/// A script with a function `f` and what it calls.
pub(super) fn script(dice: &mut Dice) -> String {
    let body = block(dice, 4, 6);
    format!(
        "const STEP = {{ let by = [1, 2]; |x| x + by[x % 2] }};
fn put(v) {{ this.x = v; this.l.push(v); this.l.len() }}
fn more(list, v) {{ list.push(v); list[0] += v; list }}
fn told(e) {{ if type_of(e) == \"map\" {{ e.line * 1000 + (e.position ?? 0) }} else {{ e }} }}
fn add(a, b) {{ a * 3 + b }}
fn make(n) {{ let held = #{{ t: [n] }}; |x| {{ held.t.push(x); held.t[0] += x; held.t.len() + held.t[0] }} }}
fn f() -> array {{
    let m = #{{ a: [1, 2], b: [[3], [4]], n: #{{ x: 0, l: [5] }} }};
    let l = [6, 7];
    let i = 1;
    let g = |x| x + 1;
    let k = #{{ h: |x| x * 2 }};
    let step = global::STEP;
{body}
    [m, l, i, g.call(1), k.h.call(2)]
}}
"
    )
}

fn block(dice: &mut Dice, depth: usize, most: usize) -> String {
    let count = 1 + dice.below(most);
    (0..count).map(|_| format!("    {}\n", statement(dice, depth))).collect()
}

fn statement(dice: &mut Dice, depth: usize) -> String {
    let d = depth.saturating_sub(1);
    let choices = if depth == 0 { 14 } else { 27 };
    match dice.below(choices) {
        0 => format!("m.a.push({});", int(dice, d)),
        1 => format!("m.a[{}] {} {};", index(dice, d), operator(dice), int(dice, d)),
        2 => format!("m.n.x {} {};", operator(dice), int(dice, d)),
        3 => format!("m[\"n\"][\"l\"].push({});", int(dice, d)),
        4 => format!("m.n.l = {};", list(dice, d)),
        5 => format!("l.push({});", int(dice, d)),
        6 => format!("l[{}] {} {};", index(dice, d), operator(dice), int(dice, d)),
        7 => format!("i {} {};", operator(dice), int(dice, d)),
        8 => format!("m.b[{}].push({});", index(dice, d), int(dice, d)),
        9 => format!("m.b[{}][0] {} {};", index(dice, d), operator(dice), int(dice, d)),
        10 => format!("m.a += {};", list(dice, d)),
        11 => format!("m.n.put({});", int(dice, d)),
        12 => format!(
            "let c = m; c.a.push({0}); c.b[{1}] = c.a; c.b[{1}].push({0});",
            int(dice, d),
            index(dice, d)
        ),
        13 => format!("l = more(l, {});", int(dice, d)),
        14 => format!("g = {};", closure(dice, d)),
        15 => format!("k.h = {};", closure(dice, d)),
        16 => format!("g = make({});", int(dice, d)),
        17 => format!("for v in {} {{\n{}}}", list(dice, d), block(dice, d, 2)),
        18 => format!(
            "if {} {{\n{}}} else {{\n{}}}",
            test(dice, d),
            block(dice, d, 2),
            block(dice, d, 2)
        ),
        19 => format!(
            "try {{\n{} throw {}; }} catch (e) {{ m.a.push(told(e)); }}",
            block(dice, d, 2),
            int(dice, d)
        ),
        20 => format!(
            "try {{\n{} m.a[99] = {}; }} catch {{\n{} }}",
            block(dice, d, 2),
            int(dice, d),
            block(dice, d, 1)
        ),
        21 => format!(
            "let i = {}; {{ let l = {};\n{}m.n.l = l; }}",
            int(dice, d),
            list(dice, d),
            block(dice, d, 2)
        ),
        22 => format!(
            "m.b.for_each(|| {{ this.push({}); this[0] += {}; }});",
            number(dice),
            number(dice)
        ),
        23 => format!("m?.n?.l?.push({}); m?.n?.x ?? {};", int(dice, d), int(dice, d)),
        24 => format!(
            "while m.a.len() < {} {{ m.a.push({}); if {} {{ break; }} }}",
            dice.below(9),
            int(dice, d),
            test(dice, d)
        ),
        25 => format!("g = Fn(\"add\").curry({});", int(dice, d)),
        _ => format!("k.h = curry(Fn(\"add\"), {});", int(dice, d)),
    }
}

fn int(dice: &mut Dice, depth: usize) -> String {
    let d = depth.saturating_sub(1);
    let choices = if depth == 0 { 5 } else { 18 };
    match dice.below(choices) {
        0 | 1 => number(dice),
        2 => dice.pick(&["i", "m.n.x", "m.a[0]", "l[1]", "m.b[1][0]", "m.n[\"x\"]"]),
        3 => dice.pick(&["l.len()", "m.a.len()", "m.b[0].len()", "m.n.l.len()"]),
        4 => dice.pick(&["i", "m.n.x"]),
        5 => format!("g.call({})", int(dice, d)),
        6 => format!("k.h.call({})", int(dice, d)),
        7 => format!("step.call({})", int(dice, d)),
        8 => format!("({} {} {})", int(dice, d), dice.pick(&["+", "-", "*"]), int(dice, d)),
        9 => format!("{{ {} {} }}", statement(dice, d), int(dice, d)),
        10 => format!("if {} {{ {} }} else {{ {} }}", test(dice, d), int(dice, d), int(dice, d)),
        11 => format!(
            "switch {} {{ 0 => {}, 1..9 => {}, _ => {} }}",
            int(dice, d),
            int(dice, d),
            int(dice, d),
            int(dice, d)
        ),
        12 => format!("(m.n?.get(\"q\") ?? {})", int(dice, d)),
        13 => format!("m.n.put({})", int(dice, d)),
        14 => format!("{}.reduce(|s, v| s + v, {})", list(dice, d), number(dice)),
        15 => format!("m.b[{}][0]", index(dice, d)),
        16 => format!("more({}, {})[0]", list(dice, d), int(dice, d)),
        _ => format!("(m.b[{}].pop() ?? {})", index(dice, d), int(dice, d)),
    }
}

fn list(dice: &mut Dice, depth: usize) -> String {
    let d = depth.saturating_sub(1);
    let choices = if depth == 0 { 2 } else { 7 };
    match dice.below(choices) {
        0 => dice.pick(&["l", "m.a", "m.n.l", "m.b[0]"]),
        1 => format!("[{}, {}]", number(dice), number(dice)),
        2 => format!("[{}, {}]", int(dice, d), int(dice, d)),
        3 => format!("[3, {}].map({})", number(dice), closure(dice, d)),
        4 => format!("{}.filter(|v| {{ {} v > 2 }})", list(dice, d), statement(dice, d)),
        5 => format!("more({}, {})", list(dice, d), int(dice, d)),
        _ => format!("[{}, 2, 1].map(g)", int(dice, d)),
    }
}

fn closure(dice: &mut Dice, depth: usize) -> String {
    let d = depth.saturating_sub(1);
    match dice.below(4) {
        0 => format!("|x| x + {}", int(dice, d)),
        1 => format!("|x| {{ {} x + {} }}", statement(dice, d), int(dice, d)),
        2 => format!(
            "|x| {{ let t = #{{ q: [x] }}; t.q.push({}); let y = |z| {{ t.q[0] += z; {} t.q.len() }}; y.call(x) + t.q[0] }}",
            int(dice, d),
            statement(dice, d)
        ),
        _ => format!(
            "|x| if x > {} {{ return {}; }} else {{ {} - x }}",
            number(dice),
            int(dice, d),
            int(dice, d)
        ),
    }
}

fn index(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(2) == 0 {
        dice.below(2).to_string()
    } else {
        format!("({}) % 2", int(dice, depth))
    }
}

fn test(dice: &mut Dice, depth: usize) -> String {
    let operator = dice.pick(&["<", ">", "==", "!="]);
    format!("({}) {operator} ({})", int(dice, depth), int(dice, depth))
}

fn number(dice: &mut Dice) -> String {
    dice.below(10).to_string()
}

fn operator(dice: &mut Dice) -> String {
    dice.pick(&["=", "=", "+=", "-=", "*="])
}
