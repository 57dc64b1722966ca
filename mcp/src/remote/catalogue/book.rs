//! What a server offers, what of it is trusted, and the catalogue that both make.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use rulebook::ChangeNotifier;
use rulebook::wording::quoted;

use super::change::CatalogueChange;
use super::offer::Offer;
use super::pins::{HeldInstructions, HeldTool, ToolPins};
use super::taken::{Catalogue, Entry, Standing};
use super::taking::{Mistake, Taken, take};
use super::trust::Trust;
use crate::remote::error::{AcceptError, ConnectError};
use crate::remote::rules::Rules;

/// What a server offers, what of it is trusted, and the catalogue that both make.
pub(in crate::remote) struct Book {
    catalogue: ArcSwap<Catalogue>,
    state: Mutex<State>,
    /// Tells that there is another catalogue.
    pub(in crate::remote) changes: ChangeNotifier,
}

struct State {
    offer: Arc<Offer>,
    trust: Trust,
    /// How often this was replaced.
    edition: u64,
}

impl Book {
    /// Takes the first offer: what the host says has to fit it.
    pub(in crate::remote) fn first(rules: &Rules, offer: Offer) -> Result<Self, ConnectError> {
        let before = Catalogue::default();
        let trust = Trust::new(&rules.pinning);
        let taken = take(rules, &offer, &trust, &before);
        let unknown = rules.marks.unknown(&taken.known, &taken.dropped);
        let Taken { catalogue, trust, mistakes, .. } = taken;
        let mistakes = mistakes.into_iter().filter(|mistake| mistake.is_hosts);
        let mut faults: Vec<_> = mistakes.map(|mistake| mistake.sentence).collect();
        faults.extend(unknown);
        if !faults.is_empty() {
            return Err(ConnectError::new(misfit(&rules.name, &faults)));
        }
        // That the first tools are there is no change.
        let change = CatalogueChange::between(&before, &catalogue);
        CatalogueChange { added: Vec::new(), ..change }.log(rules, &catalogue);
        Ok(Self {
            catalogue: ArcSwap::from_pointee(catalogue),
            state: Mutex::new(State { offer: Arc::new(offer), trust, edition: 0 }),
            changes: ChangeNotifier::new(),
        })
    }

    /// The tools as they are now.
    pub(in crate::remote) fn catalogue(&self) -> Arc<Catalogue> {
        self.catalogue.load_full()
    }

    /// How a tool that was listed once stands now.
    pub(in crate::remote) fn standing(&self, entry: &Entry) -> Standing {
        self.catalogue.load().standing(entry)
    }

    /// Takes what the server offers now, in one step, tells of what is different, and gives
    /// it; nothing where nothing is.
    pub(in crate::remote) fn take(&self, rules: &Rules, offer: Offer) -> Option<CatalogueChange> {
        let offer = Arc::new(offer);
        let next = |state: &State, _: &Catalogue| {
            Ok::<_, Infallible>((Arc::clone(&offer), state.trust.clone()))
        };
        self.replace(rules, next, |_, _| Ok(())).unwrap_or_default()
    }

    /// What is pinned; without pinning, what would be if all were accepted that is there.
    pub(in crate::remote) fn pins(&self) -> ToolPins {
        let state = self.state();
        if let Some(pins) = state.trust.pins() {
            return pins.clone();
        }
        let catalogue = self.catalogue();
        let mut pins =
            ToolPins { instructions: catalogue.instructions.clone(), ..ToolPins::default() };
        catalogue.tools.iter().for_each(|entry| pins.pin(&entry.defined));
        pins
    }

    /// Accepts what was shown.
    pub(in crate::remote) fn accept(
        &self,
        rules: &Rules,
        tool: &HeldTool,
    ) -> Result<(), AcceptError> {
        let next = |state: &State, now: &Catalogue| {
            let held = now.held.iter().find(|held| held.tool.name() == tool.name());
            match held {
                Some(held) if held.tool == *tool => {}
                Some(_) => return Err(AcceptError::new(changed_again(tool.name()))),
                None => return Err(AcceptError::new(not_held(tool.name(), now))),
            }
            let mut trust = state.trust.clone();
            trust.accept(tool);
            Ok((Arc::clone(&state.offer), trust))
        };
        let fits = |mistakes: &[Mistake], before: &Catalogue| {
            fit(mistakes, before, |remote| remote == tool.name())
        };
        self.replace(rules, next, fits).map(drop)
    }

    /// Accepts what was shown.
    pub(in crate::remote) fn accept_instructions(
        &self,
        rules: &Rules,
        held: &HeldInstructions,
    ) -> Result<(), AcceptError> {
        let next = |state: &State, now: &Catalogue| {
            if now.held_instructions.as_ref() != Some(held) {
                let fault = "these instructions are not held now: look at what is held again";
                return Err(AcceptError::new(fault));
            }
            let mut trust = state.trust.clone();
            trust.accept_instructions(held);
            Ok((Arc::clone(&state.offer), trust))
        };
        self.replace(rules, next, |_, _| Ok(())).map(drop)
    }

    /// Accepts all that is held at this moment.
    pub(in crate::remote) fn accept_all(&self, rules: &Rules) -> Result<(), AcceptError> {
        let next = |state: &State, now: &Catalogue| {
            let mut trust = state.trust.clone();
            now.held.iter().for_each(|held| trust.accept(&held.tool));
            now.held_instructions.iter().for_each(|held| trust.accept_instructions(held));
            Ok((Arc::clone(&state.offer), trust))
        };
        let fits = |mistakes: &[Mistake], before: &Catalogue| {
            let held = &before.held;
            fit(mistakes, before, |remote| held.iter().any(|held| held.tool.name() == remote))
        };
        self.replace(rules, next, fits).map(drop)
    }

    /// Replaces the catalogue by what a host makes of an offer and of what is trusted then.
    ///
    /// What chooses is code of the host: it runs while nothing is locked, and again when
    /// someone else was faster.
    fn replace<E>(
        &self,
        rules: &Rules,
        next: impl Fn(&State, &Catalogue) -> Result<(Arc<Offer>, Trust), E>,
        fits: impl Fn(&[Mistake], &Catalogue) -> Result<(), E>,
    ) -> Result<Option<CatalogueChange>, E> {
        loop {
            let state = self.state();
            let before = self.catalogue.load_full();
            let (offer, trust) = next(&state, &before)?;
            let edition = state.edition;
            drop(state);
            let Taken { catalogue, trust, mistakes, .. } = take(rules, &offer, &trust, &before);
            fits(&mistakes, &before)?;
            let mut state = self.state();
            if state.edition != edition {
                continue;
            }
            *state = State { offer, trust, edition: edition.wrapping_add(1) };
            let change = CatalogueChange::between(&before, &catalogue);
            if change.is_empty() {
                return Ok(None);
            }
            let catalogue = Arc::new(catalogue);
            self.catalogue.store(Arc::clone(&catalogue));
            drop(state);
            change.log(rules, &catalogue);
            if change.is_told() {
                self.changes.notify();
            }
            return Ok(Some(change));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was accepted has to be listed, and may not take the place of what is.
fn fit(
    mistakes: &[Mistake],
    before: &Catalogue,
    is_accepted: impl Fn(&str) -> bool,
) -> Result<(), AcceptError> {
    let faults = mistakes
        .iter()
        .filter(|mistake| is_accepted(&mistake.remote) || before.find(&mistake.remote).is_some());
    let faults: Vec<_> = faults.map(|mistake| mistake.sentence.as_str()).collect();
    if faults.is_empty() { Ok(()) } else { Err(AcceptError::new(faults.join("\n"))) }
}

fn misfit(collection: &str, faults: &[String]) -> String {
    let of = format!("the tools of {} cannot be taken", quoted(collection));
    match faults {
        [fault] => format!("{of}: {fault}"),
        faults => format!("{of}:\n- {}", faults.join("\n- ")),
    }
}

fn changed_again(tool: &str) -> String {
    format!(
        "the server has changed its tool {} again since this was looked at: look at what is held \
         again",
        quoted(tool)
    )
}

fn not_held(tool: &str, now: &Catalogue) -> String {
    if now.find(tool).is_some() {
        format!("the server's tool {} is not held: it is what was accepted", quoted(tool))
    } else {
        format!("the server's tool {} is not held: the server does not offer it now", quoted(tool))
    }
}
