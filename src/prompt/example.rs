//! Requests with the answers that are wanted.

use super::text::tidy;

/// What encloses an example and its parts.
///
/// Tags leave the texts as they are: a model does as it sees, so an answer that was
/// quoted or indented here would come back like that.
const TAGS: [&str; 3] = ["example", "request", "answer"];

/// A request with the answer that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Example {
    request: String,
    answer: String,
}

impl Example {
    pub(super) fn new(request: &str, answer: &str) -> Self {
        Self { request: tidy(request), answer: tidy(answer) }
    }

    /// What is wrong with it.
    pub(super) fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, text) in [("request", &self.request), ("answer", &self.answer)] {
            if text.is_empty() {
                problems.push(format!("has an empty {name}: write it, or leave the example out"));
            }
            for tag in TAGS {
                let end = format!("</{tag}>");
                if text.contains(&end) {
                    problems.push(format!(
                        "holds `{end}` in its {name}, which would end it there: write it in \
                         another way"
                    ));
                }
            }
        }
        problems
    }

    /// How a model reads it.
    pub(super) fn render(&self) -> String {
        let Self { request, answer } = self;
        let [example, asked, answered] = TAGS;
        format!(
            "<{example}>\n<{asked}>\n{request}\n</{asked}>\n<{answered}>\n{answer}\n\
             </{answered}>\n</{example}>"
        )
    }
}
