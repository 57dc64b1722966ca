//! The engine's names of types as signatures write them.

/// Every type that is named in a text, in the words of a rule author.
pub(super) fn types(text: &str) -> String {
    let text = text.replace("&str | ImmutableString | String", "string");
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '&' | '=');
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(part) {
        let (before, from) = rest.split_at_checked(start).unwrap_or((rest, ""));
        let (name, after) = from
            .split_at_checked(from.find(|c| !part(c)).unwrap_or(from.len()))
            .unwrap_or((from, ""));
        out.push_str(before);
        out.push_str(known(name));
        rest = after;
        if known(name) == "range" && rest.starts_with('<') {
            rest = rest.split_once('>').map_or("", |(_, after)| after);
        }
    }
    out + rest
}

fn known(name: &str) -> &str {
    // A type of the host or of Rust itself has its whole path.
    let last = name.rsplit("::").next().unwrap_or(name);
    match last {
        "i64" | "INT" => "int",
        "f64" | "FLOAT" => "float",
        "Decimal" => "decimal",
        "ImmutableString" | "String" | "&str" => "string",
        "Dynamic" => "value",
        "Fn" | "FnPtr" => "function",
        "char" => "character",
        "Range" | "RangeInclusive" | "range=" => "range",
        "Instant" => "timestamp",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::types;

    #[test]
    fn types_have_the_names_of_signatures() {
        for (engine, ours) in [
            ("i64, f64, map, ()", "int, float, map, ()"),
            ("Fn [i64]", "function [int]"),
            ("&str | ImmutableString | String", "string"),
            ("core::ops::range::Range<i64>, range=", "range, range"),
            ("rust_decimal::decimal::Decimal", "decimal"),
            ("host::crm::Customer", "Customer"),
            ("", ""),
            ("é, 日本", "é, 日本"),
        ] {
            assert_eq!(types(engine), ours);
        }
    }
}
