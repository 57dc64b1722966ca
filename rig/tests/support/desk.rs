//! A toolkit in Rust with a context that changes, an image, and an error.

use std::sync::atomic::{AtomicU64, Ordering};

use rulebook::{ContentBlock, Toolkit, tool_collection};

use super::kit;

/// One pixel.
pub(crate) const PIXEL: [u8; 4] = [1, 2, 3, 4];

#[derive(Default)]
pub(crate) struct Desk {
    asked: AtomicU64,
}

#[tool_collection(name = "desk")]
#[instruction("Look an order up before you say anything about it.")]
#[constraint("Never promise money.")]
impl Desk {
    /// Shows the parcel.
    #[tool(kind = "read")]
    fn photo(&self) -> Vec<ContentBlock> {
        vec![ContentBlock::text("the parcel"), ContentBlock::image(PIXEL, "image/png")]
    }

    /// Finds an order by its number.
    #[tool(kind = "read")]
    fn find_order(
        &self,
        /// The order's number.
        order: String,
    ) -> Result<String, String> {
        Err(format!("there is no order `{order}`"))
    }

    #[context]
    fn now(&self) -> String {
        format!("It is {} past nine.", self.asked.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// The desk, rules, and native tools of every kind.
pub(crate) async fn kit() -> Toolkit {
    let kit = Toolkit::builder().collection(kit::rules().await).collection(kit::Native);
    kit.collection(Desk::default()).build().unwrap()
}
