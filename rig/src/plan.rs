//! What was decided about a call before it is dispatched, for the tool to find.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rig_core::effect::EffectId;
use rulebook::{AnsweredRequest, ToolError};

use crate::scope::RunScope;

/// What was decided about a call before it is dispatched.
pub(crate) struct Plan {
    pub(crate) scope: Arc<RunScope>,
    pub(crate) call_id: Option<String>,
    /// The answer, where the call was asked about.
    pub(crate) answered: Option<AnsweredRequest>,
    /// The arguments that the answer is for.
    pub(crate) arguments: serde_json::Value,
    /// Why the call is not made.
    pub(crate) refused: Option<ToolError>,
}

/// The plans of calls that are under way, by the id of their dispatch, which a tool finds
/// in its context.
///
/// A run owns its plans: those of one that was given up go with it.
#[derive(Default)]
pub(crate) struct Plans(Mutex<HashMap<EffectId, Weak<Mutex<Option<Plan>>>>>);

/// A plan as its run keeps it.
pub(crate) type KeptPlan = Arc<Mutex<Option<Plan>>>;

impl Plans {
    /// Keeps a plan for as long as what is given back lives.
    pub(crate) fn keep(&self, id: EffectId, plan: Plan) -> KeptPlan {
        let kept = Arc::new(Mutex::new(Some(plan)));
        let mut plans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if plans.len() == plans.capacity() {
            plans.retain(|_, plan| plan.strong_count() > 0);
        }
        plans.insert(id, Arc::downgrade(&kept));
        kept
    }

    /// The plan of a dispatch, which is then used up.
    pub(crate) fn take(&self, id: EffectId) -> Option<Plan> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id)?.upgrade()?;
        kept.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
