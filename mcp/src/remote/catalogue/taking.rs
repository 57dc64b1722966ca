//! Taking what a server offers: what a host chooses of it, marks and trusts.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rulebook::wording::{quoted, tool_name_likeness};

use super::choice::{Chosen, chosen};
use super::naming::{Names, known};
use super::offer::Offer;
use super::offered::Defined;
use super::pins::{HeldInstructions, HeldTool, message};
use super::taken::{Catalogue, Entry, Held};
use super::trust::Trust;
use crate::remote::rules::Rules;

/// How much a server may say of itself, in bytes.
const LONGEST_INSTRUCTIONS: usize = 16 << 10;

/// What becomes of an offer.
pub(in crate::remote) struct Taken {
    pub(in crate::remote) catalogue: Catalogue,
    pub(in crate::remote) trust: Trust,
    /// The tools that cannot be taken.
    pub(in crate::remote) mistakes: Vec<Mistake>,
    /// The tools that the host has not dropped, listed or not: by their names here and by
    /// the server's own.
    pub(in crate::remote) known: Vec<(String, String)>,
    /// The tools that the host has dropped, by the server's own names.
    pub(in crate::remote) dropped: Vec<String>,
}

/// A tool that cannot be taken.
pub(in crate::remote) struct Mistake {
    /// The name that the server knows it by.
    pub(in crate::remote) remote: String,
    pub(in crate::remote) sentence: String,
    /// Whether the host has to mend it; it is in order to leave it out otherwise.
    pub(in crate::remote) is_hosts: bool,
}

/// Takes what a server offers, in place of what was there before.
pub(in crate::remote) fn take(
    rules: &Rules,
    offer: &Offer,
    trust: &Trust,
    before: &Catalogue,
) -> Taken {
    let names = Names::new(offer.tools.iter().map(|defined| defined.tool.name.as_str()));
    let taken = Taken {
        catalogue: Catalogue::default(),
        trust: trust.clone(),
        mistakes: Vec::new(),
        known: Vec::new(),
        dropped: Vec::new(),
    };
    let pinned = pinned(rules, trust);
    let mut taking = Taking { rules, before, names, pinned, taken };
    for left in &offer.left_out {
        let sentence = format!("{} is left out: {}", left.what, left.why);
        taking.taken.catalogue.left_out.push(sentence);
        taking.taken.known.extend(left.remote.iter().map(|name| (name.clone(), name.clone())));
    }
    for defined in taking.in_order(&offer.tools) {
        taking.tool(defined);
    }
    taking.absent(&offer.tools);
    taking.instructions(offer);
    let mut taken = taking.taken;
    // A server may list its tools in another order each time.
    taken.catalogue.held.sort_by(|one, other| one.tool.name().cmp(other.tool.name()));
    taken.catalogue.left_out.sort();
    taken
}

struct Taking<'a> {
    rules: &'a Rules,
    before: &'a Catalogue,
    names: Names,
    /// The tools that are pinned, whether they are offered or not: by their names here and
    /// by the server's own.
    pinned: Vec<(String, String)>,
    taken: Taken,
}

fn pinned(rules: &Rules, trust: &Trust) -> Vec<(String, String)> {
    let pins = trust.pins().into_iter().flat_map(|pins| pins.tools.values());
    let named = pins.filter_map(|pin| match chosen(&*rules.choose, &pin.tool) {
        Chosen::Named(name) => Some((name, pin.tool.name.clone())),
        Chosen::Dropped | Chosen::Panicked => None,
    });
    named.collect()
}

impl Taking<'_> {
    /// Each tool once. Those that were there keep their places, so that a server which
    /// lists them in another order each time changes nothing, and none that is new takes
    /// the name of another.
    fn in_order<'a>(&mut self, tools: &'a [Arc<Defined>]) -> Vec<&'a Arc<Defined>> {
        let mut first = HashMap::<&str, &str>::new();
        let mut twice = HashSet::new();
        let mut once = Vec::new();
        for defined in tools {
            let name = defined.tool.name.as_str();
            match first.insert(name, &defined.hash) {
                None => once.push(defined),
                // It moved from one page to the next.
                Some(hash) if hash == defined.hash => {}
                Some(_) => {
                    twice.insert(name);
                }
            }
        }
        once.retain(|defined| {
            let name = defined.tool.name.as_str();
            let is_twice = twice.contains(name);
            if !is_twice {
                return true;
            }
            if matches!(chosen(&*self.rules.choose, &defined.tool), Chosen::Dropped) {
                self.taken.dropped.push(name.to_owned());
            } else {
                self.taken.known.push((name.to_owned(), name.to_owned()));
                self.mistake(
                    name,
                    format!(
                        "the server lists different tools by the one name {}, and a call cannot \
                         tell them apart; let `choose` give `ToolChoice::Drop` for them",
                        quoted(name)
                    ),
                );
            }
            false
        });
        let places = self.before.tools.iter().enumerate();
        let places: HashMap<_, _> = places.map(|(place, entry)| (entry.remote(), place)).collect();
        let place = |defined: &&Arc<Defined>| {
            let name = defined.tool.name.as_str();
            // What was accepted comes before what was never seen.
            let is_new = self.taken.trust.pin(name).is_none();
            (places.get(name).copied().unwrap_or(usize::MAX), is_new)
        };
        once.sort_by_key(place);
        once
    }

    fn tool(&mut self, offered: &Arc<Defined>) {
        let remote = &offered.tool.name;
        let pin = self.taken.trust.pin(remote).cloned();
        // What was accepted is chosen and listed, whatever it is now.
        let listed = pin.as_ref().unwrap_or(offered);
        let name = match chosen(&*self.rules.choose, &listed.tool) {
            Chosen::Named(name) => name,
            Chosen::Dropped => return self.taken.dropped.push(remote.clone()),
            Chosen::Panicked => {
                self.taken.known.push((remote.clone(), remote.clone()));
                let sentence = format!("`choose` panicked at the server's {}", quoted(remote));
                return self.mistake(remote, sentence);
            }
        };
        self.taken.known.push((name.clone(), remote.clone()));
        if let Some(fault) = listed.tool.fault() {
            self.leave_out(remote, fault);
            let sentence = format!("the server's {} cannot be called: {fault}", quoted(remote));
            let mistake = Mistake { remote: remote.clone(), sentence, is_hosts: false };
            return self.taken.mistakes.push(mistake);
        }
        let is_accepted = self.taken.trust.takes_new() && !self.is_like_pinned(&name, remote);
        if pin.is_none() && !is_accepted {
            let held = HeldTool::new(name, None, Arc::clone(offered));
            return self.hold(held);
        }
        if let Err(sentence) = self.names.give(&name, remote) {
            return self.mistake(remote, sentence);
        }
        let entry = Entry::new(name.clone(), listed, self.rules, self.before.find(remote));
        self.taken.catalogue.tools.push(entry);
        match pin {
            None => self.taken.trust.see(offered),
            Some(pin) if pin.hash != offered.hash => {
                self.hold(HeldTool::new(name, Some(pin), Arc::clone(offered)));
            }
            Some(_) => {}
        }
    }

    /// Tools that are pinned and not offered now may be offered again.
    fn absent(&mut self, offered: &[Arc<Defined>]) {
        let offered: HashSet<_> = offered.iter().map(|one| one.tool.name.as_str()).collect();
        let pinned = self.pinned.iter().filter(|(_, name)| !offered.contains(name.as_str()));
        self.taken.known.extend(pinned.cloned());
    }

    /// Whether a name is that of another tool that is pinned and not listed, or so like it
    /// that a model would take the one for the other.
    fn is_like_pinned(&self, name: &str, remote: &str) -> bool {
        let likeness = tool_name_likeness(name);
        let mut others = self.pinned.iter().filter(|(_, of)| of != remote);
        // Where that one is listed, it is told that both cannot be.
        others.any(|(here, _)| tool_name_likeness(here) == likeness) && !self.names.has(&likeness)
    }

    fn instructions(&mut self, offer: &Offer) {
        let said = offer.instructions.as_deref().map(str::trim);
        let said = said.filter(|said| self.rules.trusted && !said.is_empty());
        let said = said.map(|said| match said.len() {
            0..=LONGEST_INSTRUCTIONS => said.to_owned(),
            _ => {
                let sentence = "the server's instructions are cut after 16 KiB";
                self.taken.catalogue.left_out.push(sentence.to_owned());
                let end = said.floor_char_boundary(LONGEST_INSTRUCTIONS);
                format!("{}…", said.get(..end).unwrap_or_default())
            }
        });
        let accepted =
            if self.rules.trusted { self.taken.trust.instructions(said.as_ref()) } else { None };
        if accepted != said {
            let held = HeldInstructions::new(accepted.clone(), said);
            self.taken.catalogue.held_instructions = Some(held);
        }
        self.taken.catalogue.instructions = accepted;
    }

    fn hold(&mut self, tool: HeldTool) {
        let message = message(&tool).into();
        self.taken.catalogue.held.push(Held { tool, message });
    }

    fn leave_out(&mut self, remote: &str, why: &str) {
        let sentence = format!("the server's {} is left out: {why}", quoted(remote));
        self.taken.catalogue.left_out.push(sentence);
    }

    fn mistake(&mut self, remote: &str, sentence: String) {
        self.leave_out(remote, &sentence);
        let mistake = Mistake { remote: remote.to_owned(), sentence, is_hosts: true };
        self.taken.mistakes.push(mistake);
    }
}

/// The tools that are held, for a line of the log.
pub(in crate::remote) fn named(held: &HeldTool) -> String {
    known(held.listed_as(), held.name())
}
