//! What becomes of calls that someone has to approve.

/// What becomes of calls that someone has to approve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Approvals {
    /// The person at the client is asked, where the client can ask.
    #[default]
    Ask,
    /// Nobody is asked: such calls are refused.
    Never,
}
