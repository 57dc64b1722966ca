//! Composing a prompt.

use super::error::PromptError;
use super::example::Example;
use super::mistakes::mistakes;
use super::parts::{Parts, Standing};
use super::render::render;
use super::section::Section;
use super::system::SystemPrompt;
use super::text::tidy;
use crate::collection::ToolCollection;
use crate::toolkit::Toolkit;

/// Composes a [`SystemPrompt`]. The order of the calls does not matter, except among
/// lines and examples of one kind; a text that is given twice is the later one.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct SystemPromptBuilder {
    parts: Parts,
}

impl SystemPrompt {
    /// An empty prompt, to be composed.
    pub fn builder() -> SystemPromptBuilder {
        SystemPromptBuilder::default()
    }

    /// The instructions and constraints of a toolkit as they are now, and nothing else; nothing
    /// when there are none.
    ///
    /// This is what a toolkit adds to a prompt that is not composed here: one that belongs to
    /// another library, or to whoever calls a server.
    ///
    /// ```
    /// use rulebook::{Collection, SystemPrompt, Toolkit};
    ///
    /// let desk = Collection::builder("desk").instruction("Order numbers look like A-1234.");
    /// let toolkit = Toolkit::builder().collection(desk.build()?).build()?;
    /// let lines = SystemPrompt::standing(&toolkit).ok_or("no lines")?;
    /// assert_eq!(lines.as_str(), "# Instructions\n\n- Order numbers look like A-1234.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn standing(toolkit: &Toolkit) -> Option<Self> {
        let (instructions, constraints) = (toolkit.instructions(), toolkit.constraints());
        let own = Standing { instructions, constraints };
        let text = render(Parts { own, without_defaults: true, ..Parts::default() });
        (!text.is_empty()).then(|| Self::new(text))
    }
}

impl SystemPromptBuilder {
    /// Who the agent is. Every prompt has a role.
    pub fn role(self, text: impl Into<String>) -> Self {
        self.text(Section::Role, text)
    }

    /// What it is there for.
    pub fn objective(self, text: impl Into<String>) -> Self {
        self.text(Section::Objective, text)
    }

    /// What it should know beforehand.
    pub fn background(self, text: impl Into<String>) -> Self {
        self.text(Section::Background, text)
    }

    /// The form of its answers.
    pub fn output_format(self, text: impl Into<String>) -> Self {
        self.text(Section::OutputFormat, text)
    }

    /// One more thing that it is to do. It may have several lines.
    pub fn instruction(mut self, line: impl Into<String>) -> Self {
        self.parts.own.instructions.push(line.into());
        self
    }

    /// More things that it is to do.
    pub fn instructions<L: Into<String>>(mut self, lines: impl IntoIterator<Item = L>) -> Self {
        self.parts.own.instructions.extend(lines.into_iter().map(Into::into));
        self
    }

    /// One more thing that it is never to do. It may have several lines.
    pub fn constraint(mut self, line: impl Into<String>) -> Self {
        self.parts.own.constraints.push(line.into());
        self
    }

    /// More things that it is never to do.
    pub fn constraints<L: Into<String>>(mut self, lines: impl IntoIterator<Item = L>) -> Self {
        self.parts.own.constraints.extend(lines.into_iter().map(Into::into));
        self
    }

    /// A request with the answer that is wanted. Both may have several lines.
    pub fn example(mut self, request: impl AsRef<str>, answer: impl AsRef<str>) -> Self {
        self.parts.examples.push(Example::new(request.as_ref(), answer.as_ref()));
        self
    }

    /// The instructions and constraints of a collection, as they are now.
    pub fn collection<C: ToolCollection + ?Sized>(mut self, collection: &C) -> Self {
        let (instructions, constraints) = (collection.instructions(), collection.constraints());
        let standing = Standing { instructions, constraints };
        self.parts.collections.push((collection.name().into_owned(), standing));
        self
    }

    /// The instructions and constraints of several collections, in that order.
    pub fn collections<'a, C: ToolCollection + ?Sized + 'a>(
        self,
        collections: impl IntoIterator<Item = &'a C>,
    ) -> Self {
        collections.into_iter().fold(self, Self::collection)
    }

    /// The instructions and constraints of everything in a toolkit, as they are now.
    pub fn toolkit(self, toolkit: &Toolkit) -> Self {
        self.collections(toolkit.collections())
    }

    /// Leaves out what holds for every agent.
    pub const fn without_defaults(mut self) -> Self {
        self.parts.without_defaults = true;
        self
    }

    /// A whole prompt of one's own, byte for byte, in place of all sections.
    pub fn raw(mut self, text: impl Into<String>) -> Self {
        self.parts.raw = Some(text.into());
        self
    }

    /// The prompt.
    ///
    /// # Errors
    /// Every mistake at once: no role; a section, line or example that is empty; a text
    /// that would not stay inside its section; a raw prompt and sections together.
    ///
    /// ```
    /// let error = rulebook::SystemPrompt::builder().objective("").build().unwrap_err();
    /// assert_eq!(error.problems(), [
    ///     "the prompt has no role: say in `role` who the agent is",
    ///     "the section `objective` is empty: write it, or leave it out",
    /// ]);
    /// ```
    pub fn build(self) -> Result<SystemPrompt, PromptError> {
        let problems = mistakes(&self.parts);
        if !problems.is_empty() {
            return Err(PromptError::new(problems));
        }
        Ok(SystemPrompt::new(render(self.parts)))
    }

    fn text(mut self, section: Section, text: impl Into<String>) -> Self {
        self.parts.texts.insert(section, tidy(&text.into()));
        self
    }
}
