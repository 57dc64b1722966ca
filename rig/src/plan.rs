//! What is known of a call before it is dispatched, for the tool to find.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rig_agent::agent::HookContext;
use rig_agent::bus::Dispatcher;
use rig_core::effect::EffectId;
use rig_core::tool::ToolContext;
use serde_json::Value;

use crate::scope::RunScope;

/// What is known of a call before it is dispatched.
pub(crate) struct Plan {
    /// Where its answer is, and why it is not made, if there is anything.
    pub(crate) scope: Arc<RunScope>,
    pub(crate) call_id: Option<String>,
    /// The arguments as rig dispatches them: another hook may change them.
    pub(crate) arguments: Value,
}

/// A plan as its run keeps it: that of a run which is given up goes with it.
pub(crate) struct Kept {
    tool: String,
    plan: Mutex<Option<Plan>>,
    /// The scope that travels with the call itself. Agents that share their tools have
    /// buses of their own, which count alike.
    travels: Option<Arc<RunScope>>,
    /// Kept, so that no other has its address meanwhile.
    _outer: Option<Arc<Dispatcher>>,
}

impl Kept {
    fn plan(&self) -> MutexGuard<'_, Option<Plan>> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn travels_with(&self, scope: Option<&Arc<RunScope>>) -> bool {
        match (&self.travels, scope) {
            (Some(kept), Some(scope)) => Arc::ptr_eq(kept, scope),
            (kept, scope) => kept.is_none() && scope.is_none(),
        }
    }
}

/// The plans of a run, in its scratchpad.
#[derive(Clone, Default)]
struct OfRun(HashMap<EffectId, Arc<Kept>>);

/// Gives a plan the scope of its run, which may not have been known when it was made.
pub(crate) fn belongs_to(ctx: &HookContext, id: EffectId, scope: &Arc<RunScope>) {
    let kept = ctx.scratchpad().update(|kept: &mut OfRun| kept.0.get(&id).cloned());
    if let Some(kept) = kept
        && let Some(plan) = &mut *kept.plan()
    {
        plan.scope = Arc::clone(scope);
    }
}

/// A call is over. What was known of it is given back where no tool has asked for it.
pub(crate) fn forget(ctx: &HookContext, id: EffectId) -> Option<Plan> {
    let kept = ctx.scratchpad().update(|kept: &mut OfRun| kept.0.remove(&id))?;
    kept.plan().take()
}

/// The plans of calls that are under way, by where their tools find them.
#[derive(Default)]
pub(crate) struct Plans(Mutex<HashMap<Place, Vec<Weak<Kept>>>>);

/// What a tool knows of its own dispatch.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// Its id on the bus of the agent.
    Own(EffectId),
    /// The address of what stands for the dispatch that the whole run is within, such as
    /// the call of a sub-agent, whose tools see that one in place of their own: all calls
    /// of the run have the same, and differ by tool and arguments.
    Within(usize),
}

impl Place {
    fn within(outer: &Arc<Dispatcher>) -> Self {
        Self::Within(Arc::as_ptr(outer).addr())
    }
}

impl Plans {
    /// Keeps the plan of a dispatch with its run.
    pub(crate) fn keep(
        &self,
        ctx: &HookContext,
        id: EffectId,
        (tool, context): (&str, Option<&ToolContext>),
        plan: Plan,
    ) {
        let outer = context.and_then(|context| context.scope::<Dispatcher>());
        let place = outer.as_ref().map_or(Place::Own(id), Place::within);
        let plan = Mutex::new(Some(plan));
        let travels = context.and_then(|context| context.scope::<RunScope>());
        let kept = Kept { tool: tool.to_owned(), plan, travels, _outer: outer };
        let kept = Arc::new(kept);
        let mut plans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if plans.len() == plans.capacity() {
            plans.retain(|_, kept| kept.iter().any(|kept| kept.strong_count() > 0));
        }
        plans.entry(place).or_default().push(Arc::downgrade(&kept));
        drop(plans);
        ctx.scratchpad().update(|of_run: &mut OfRun| of_run.0.insert(id, kept));
    }

    /// The plan of the call that a tool is in, which is then used up.
    pub(crate) fn take(
        &self,
        context: &ToolContext,
        tool: &str,
        arguments: &Value,
    ) -> Option<Plan> {
        let dispatcher = context.scope::<Dispatcher>()?;
        let own = dispatcher.parent().map(Place::Own);
        let scope = context.scope::<RunScope>();
        let mut plans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        [Some(Place::within(&dispatcher)), own].into_iter().flatten().find_map(|place| {
            let here = plans.get_mut(&place)?;
            let taken = take(here, scope.as_ref(), tool, arguments);
            if here.is_empty() {
                plans.remove(&place);
            }
            taken
        })
    }
}

/// The plan among these that was made for a call. Another hook may have changed the
/// arguments since.
fn take(
    here: &mut Vec<Weak<Kept>>,
    scope: Option<&Arc<RunScope>>,
    tool: &str,
    arguments: &Value,
) -> Option<Plan> {
    here.retain(|kept| kept.strong_count() > 0);
    let fits = |kept: &Weak<Kept>, exactly: bool| {
        kept.upgrade().is_some_and(|kept| {
            let same = |plan: &Plan| !exactly || plan.arguments == *arguments;
            kept.tool == tool && kept.travels_with(scope) && kept.plan().as_ref().is_some_and(same)
        })
    };
    let at = [true, false]
        .into_iter()
        .find_map(|exactly| here.iter().position(|kept| fits(kept, exactly)))?;
    here.remove(at).upgrade()?.plan().take()
}

/// Arguments as a tool is given them.
pub(crate) fn given(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_default()
}
