//! The names and shapes of one load, each kept once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::arguments::Param;
use super::shape::Shape;
use crate::ty::Ty;

/// Makes shapes, and gives equal types the same one: what many tools share is
/// in the processor's cache when they are called in turn.
#[derive(Default)]
pub(crate) struct Shapes {
    names: HashSet<Arc<str>>,
    by_type: HashMap<Ty, Shape>,
}

impl Shapes {
    /// The shape of a type's values.
    pub(crate) fn shape(&mut self, ty: &Ty) -> Shape {
        if let Some(known) = self.by_type.get(ty) {
            return known.clone();
        }
        let shape = Shape::new(ty);
        self.by_type.insert(ty.clone(), shape.clone());
        shape
    }

    /// A parameter that takes values of a type.
    pub(crate) fn param(&mut self, name: &Arc<str>, ty: &Ty) -> Param {
        let known = self.names.get(name).cloned();
        let name = known.unwrap_or_else(|| {
            self.names.insert(Arc::clone(name));
            Arc::clone(name)
        });
        Param::new(name, self.shape(ty))
    }
}
