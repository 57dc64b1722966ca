//! What collections say of themselves. They are code of others, which may panic.

use std::sync::Arc;

use crate::collection::{ChangeNotice, ToolCollection};
use crate::panics::contain;
use crate::tool::{Tool, ToolSpec};

/// What a collection holds at one time.
pub(super) struct Held {
    pub(super) name: Arc<str>,
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) tools: Vec<(Arc<dyn Tool>, Arc<ToolSpec>)>,
}

/// What a collection holds now; nothing when it panicked.
pub(super) fn held(collection: &Arc<dyn ToolCollection>) -> Option<Held> {
    contain(|| {
        let tools = Arc::clone(collection).tools().into_iter();
        Held {
            name: Arc::from(&*collection.name()),
            instructions: collection.instructions(),
            constraints: collection.constraints(),
            tools: tools.map(|tool| (Arc::clone(&tool), tool.spec())).collect(),
        }
    })
}

/// The name of a collection; a word in its place when it panicked.
pub(super) fn name(collection: &Arc<dyn ToolCollection>) -> String {
    contain(|| collection.name().into_owned()).unwrap_or_else(|| "unnamed".to_owned())
}

/// What tells that any of the collections changes.
pub(super) fn changes(collections: &[Arc<dyn ToolCollection>]) -> ChangeNotice {
    let each = collections.iter();
    ChangeNotice::join(each.filter_map(|collection| contain(|| collection.changes()).flatten()))
}

/// More than anyone puts together: a collection may be among its own parts.
pub(super) const MOST: usize = 1_000;

/// The collections, each after those that it is made of, up to a number.
pub(super) fn with_parts(collections: &[Arc<dyn ToolCollection>]) -> Vec<Arc<dyn ToolCollection>> {
    let (mut all, mut left) = (Vec::new(), MOST);
    add(collections, &mut all, &mut left);
    all
}

fn add(
    collections: &[Arc<dyn ToolCollection>],
    all: &mut Vec<Arc<dyn ToolCollection>>,
    left: &mut usize,
) {
    for collection in collections {
        let Some(fewer) = left.checked_sub(1) else { return };
        *left = fewer;
        add(&contain(|| collection.parts()).unwrap_or_default(), all, left);
        all.push(Arc::clone(collection));
    }
}
