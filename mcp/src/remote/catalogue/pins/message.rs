//! What a model is told of a tool that is held: what differs, and nothing that the server
//! has written since.

use rulebook::wording::quoted;

use super::difference::Difference;
use super::held::HeldTool;

/// How many places are named.
const MOST: usize = 10;

/// What a call of a changed tool is answered with.
pub(in crate::remote) fn message(held: &HeldTool) -> String {
    let places = places(&held.difference());
    let named: Vec<_> = places.iter().take(MOST).map(String::as_str).collect();
    let more = match places.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!(
        "the tool {} is held: its server has changed it since it was accepted, and a person has \
         to accept the change before it runs again, so do without it until then. what differs: \
         {}{more}",
        quoted(held.listed_as()),
        named.join("; "),
    )
}

/// The places, in words that hold nothing of the server but what was accepted: the names
/// of new members are its new text.
fn places(difference: &[Difference]) -> Vec<String> {
    let mut places = Vec::<(String, usize)>::new();
    for one in difference {
        let (place, is_new) = match &one.accepted {
            Some(_) => (one.place.as_str(), false),
            None => (one.place.rsplit_once('/').map_or("", |(parent, _)| parent), true),
        };
        let place = match (is_new, &one.offered) {
            // Members of a definition have names of the protocol.
            (true, _) if place.is_empty() => format!("{} is new", part(&one.place)),
            (true, _) => format!("there is something new in {}", part(place)),
            (false, Some(_)) => format!("{} is another", part(place)),
            (false, None) => format!("{} is gone", part(place)),
        };
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => places.push((place, 1)),
        }
    }
    let counted = places.into_iter().map(|(place, count)| match count {
        1 => place,
        count => format!("{place} ({count} times)"),
    });
    counted.collect()
}

/// A part of a definition, in words.
fn part(place: &str) -> String {
    let place = place.strip_prefix('/').unwrap_or(place);
    let (member, within) = place.split_once('/').unwrap_or((place, ""));
    let member = match member {
        "title" => "its title",
        "description" => "its description",
        "inputSchema" => "its input schema",
        "outputSchema" => "its output schema",
        "readOnly" => "the hint that it changes nothing",
        "destructive" => "the hint that it may destroy something",
        "idempotent" => "the hint that a second call changes nothing more",
        "openWorld" => "the hint that it deals with an open world",
        _ => "its definition",
    };
    if within.is_empty() {
        return member.to_owned();
    }
    format!("{member} at {}", quoted(&format!("/{within}")))
}
