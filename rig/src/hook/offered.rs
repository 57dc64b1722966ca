//! The tool of rig's own by which a model gives an answer that has a schema.

use rig_agent::agent::HookContext;
use rig_core::completion::{CompletionRequest, ToolDefinition};
use rig_core::message::AssistantContent;
use rig_core::structured_output::OUTPUT_TOOL_DESCRIPTION;

/// The tool that the model was told to answer with, last time.
#[derive(Clone)]
struct OutputTool(Option<String>);

/// Keeps in mind which tool the model is told to answer with.
pub(super) fn note(ctx: &HookContext, request: &CompletionRequest) {
    let name = output_tool(&request.tools).map(|tool| tool.name.to_string());
    ctx.scratchpad().insert(OutputTool(name));
}

/// The tool to answer with: rig puts it last.
pub(crate) fn output_tool(tools: &[ToolDefinition]) -> Option<&ToolDefinition> {
    tools.last().filter(|tool| tool.description == OUTPUT_TOOL_DESCRIPTION)
}

/// Whether a turn is an answer by that tool: then none of its other calls is run.
pub(super) fn answers_with_output(ctx: &HookContext, content: &[AssistantContent]) -> bool {
    let Some(OutputTool(Some(name))) = ctx.scratchpad().get::<OutputTool>() else { return false };
    content.iter().any(
        |content| matches!(content, AssistantContent::ToolCall(call) if call.function.name == *name),
    )
}
