//! What a method has to be so that it can be called by name.

use quote::ToTokens;
use syn::{FnArg, Signature};

use crate::problems::Problems;

/// Tells what keeps a method from being called for a model; `what` names its role.
pub(super) fn check(what: &str, signature: &Signature, problems: &mut Problems) {
    let Signature { constness, unsafety, abi, generics, variadic, .. } = signature;
    let mut refuse = |word: &dyn ToTokens, why: &str| {
        problems.at(word, format!("{what} is a plain method: {why}"));
    };
    if let Some(word) = constness {
        refuse(word, "leave `const` out");
    }
    if let Some(word) = unsafety {
        refuse(word, "leave `unsafe` out, and say in its body what makes it safe");
    }
    if let Some(word) = abi {
        refuse(word, "leave `extern` out");
    }
    if let Some(word) = variadic {
        refuse(word, "name each parameter, or take a `Vec`");
    }
    if !generics.params.is_empty() {
        refuse(&generics.params, "it has no parameters of its own in `<>`; put them on the `impl`");
    }
    if let Some(word) = &generics.where_clause {
        refuse(word, "put the `where` on the `impl` block");
    }
    receiver(what, signature, problems);
}

fn receiver(what: &str, signature: &Signature, problems: &mut Problems) {
    let name = &signature.ident;
    match signature.inputs.first() {
        Some(FnArg::Receiver(receiver)) => {
            let plain =
                receiver.colon_token.is_none() && matches!(&receiver.reference, Some((_, None)));
            if plain && receiver.mutability.is_none() {
            } else if receiver.reference.is_some() && receiver.mutability.is_some() {
                let text = format!(
                    "{what} runs while others do: write `&self`, and keep what changes in a \
                     `Mutex`, or in the session"
                );
                problems.at(receiver, text);
            } else {
                problems.at(receiver, format!("{what} is called many times: write `&self`"));
            }
        }
        Some(FnArg::Typed(_)) | None => {
            problems.at(name, format!("{what} is a method: write `fn {name}(&self, ...)`"));
        }
    }
}
