//! Putting a collection together.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use super::adapted::Marks;
use super::contract::ToolCollection;
use super::errors::BuildError;
use super::mixed::{Collection, ContextFn, Part};
use crate::error::ToolError;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::session::Session;
use crate::tool::{Tool, ToolKind};

/// Puts a [`Collection`] together.
#[must_use = "a collection is there when it is built"]
pub struct CollectionBuilder {
    name: String,
    parts: Vec<Part>,
    /// The names that marks were given by, in order, for the mistakes among them.
    named: Vec<String>,
    marks: HashMap<String, Marks>,
    instructions: Vec<String>,
    constraints: Vec<String>,
    contexts: Vec<Arc<ContextFn>>,
}

impl Collection {
    /// Begins a collection of that name.
    pub fn builder(name: impl Into<String>) -> CollectionBuilder {
        CollectionBuilder {
            name: name.into(),
            parts: Vec::new(),
            named: Vec::new(),
            marks: HashMap::new(),
            instructions: Vec::new(),
            constraints: Vec::new(),
            contexts: Vec::new(),
        }
    }
}

impl CollectionBuilder {
    /// Adds a tool, whatever it is made of.
    pub fn tool(mut self, tool: impl Tool + 'static) -> Self {
        self.parts.push(Part::Tool(Arc::new(tool)));
        self
    }

    /// Adds tools, in their order.
    pub fn tools(mut self, tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        self.parts.extend(tools.into_iter().map(Part::Tool));
        self
    }

    /// Adds another collection with all that belongs to it. Its tools keep their
    /// state of a session by the name of that collection.
    pub fn collection(mut self, collection: impl ToolCollection + 'static) -> Self {
        self.parts.push(Part::Collection(Arc::new(collection)));
        self
    }

    /// Someone has to approve each call of the tool with that name. That a tool asks
    /// for approval itself cannot be taken back.
    pub fn requires_approval(mut self, tool: impl Into<String>) -> Self {
        self.mark(tool.into()).requires_approval = true;
        self
    }

    /// What calling the tool with that name can change, whatever it says itself.
    pub fn kind(mut self, tool: impl Into<String>, kind: ToolKind) -> Self {
        self.mark(tool.into()).kind = Some(kind);
        self
    }

    fn mark(&mut self, tool: String) -> &mut Marks {
        self.named.push(tool.clone());
        self.marks.entry(tool).or_default()
    }

    /// Adds a line that tells the model what to do.
    pub fn instruction(mut self, line: impl Into<String>) -> Self {
        self.instructions.push(line.into());
        self
    }

    /// Adds a line that tells the model what never to do.
    pub fn constraint(mut self, line: impl Into<String>) -> Self {
        self.constraints.push(line.into());
        self
    }

    /// What holds now and the model should know: asked before each call of it, with
    /// the session as this collection sees it.
    pub fn context<F, R>(mut self, context: F) -> Self
    where
        F: Fn(Session) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Option<String>, ToolError>> + Send + 'static,
    {
        self.contexts.push(Arc::new(move |session| Box::pin(context(session))));
        self
    }

    /// The collection.
    ///
    /// # Errors
    /// Every mistake: no name, two contexts, a mark for a tool that is not there.
    pub fn build(mut self) -> Result<Collection, BuildError> {
        let mut mistakes = Vec::new();
        if self.name.trim().is_empty() {
            mistakes.push("the collection has no name: give it one, such as `orders`".to_owned());
        }
        let own = quoted(&self.name);
        if self.contexts.len() > 1 {
            mistakes.push(format!(
                "the collection {own} has {} contexts: let one closure say all of it",
                self.contexts.len()
            ));
        }
        let built = Collection {
            name: self.name.into(),
            parts: self.parts,
            marks: self.marks,
            instructions: self.instructions,
            constraints: self.constraints,
            context: self.contexts.pop(),
        };
        let names: Vec<_> = built.marked().iter().map(|tool| tool.spec().name.clone()).collect();
        for name in self.named.iter().filter(|name| !names.contains(name)) {
            let near = nearest(name, names.iter().map(String::as_str));
            let hint = match near {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None if names.is_empty() => "it has no tools".to_owned(),
                None => {
                    let names: Vec<_> = names.iter().map(|name| quoted(name)).collect();
                    format!("its tools are {}", names.join(", "))
                }
            };
            let mistake = format!("the collection {own} has no tool {}: {hint}", quoted(name));
            if !mistakes.contains(&mistake) {
                mistakes.push(mistake);
            }
        }
        BuildError::unless_none(mistakes)?;
        Ok(built)
    }
}
