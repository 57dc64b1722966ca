//! A function whose body was rewritten, or whose session is wanted when it ends.
//!
//! The engine lets nobody change the body of a function that it has compiled. So
//! the function gets the body of another, which says only that the rewritten
//! statements are to be run.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use rhai::{
    Dynamic, Engine, EvalAltResult, Expr, Expression, ImmutableString, Position, ScriptFuncDef,
    Shared, Stmt, StmtBlock,
};

use super::key::BODY;
use super::session;

/// The rewritten statements.
#[derive(Clone)]
struct Body {
    statements: Arc<Expr>,
    /// The parameter that holds what is kept for a session.
    session: Option<ImmutableString>,
}

thread_local! {
    /// The body of the function that is being made.
    static MADE: RefCell<Option<Body>> = const { RefCell::new(None) };
}

/// Compiles nothing but functions that run a rewritten body.
static MAKER: LazyLock<Engine> = LazyLock::new(|| {
    let mut engine = Engine::new_raw();
    engine.register_custom_syntax_with_state_raw(
        BODY,
        |_, _, state| {
            if let Some(body) = MADE.take() {
                *state = Dynamic::from(body);
            }
            Ok(None)
        },
        false,
        |_, _, _| Ok(Dynamic::UNIT),
    );
    engine
});

pub(super) fn register(engine: &mut Engine) {
    let run = |context: &mut rhai::EvalContext<'_, '_, '_, '_, '_, '_>,
               _: &[Expression<'_>],
               state: &Dynamic| {
        let body = state.read_lock::<Body>().map(|body| body.clone());
        match body {
            Some(Body { statements, session }) => {
                let result = context.eval_expression_tree(&Expression::from(&*statements));
                // However the function ends: `return` and `exit` are errors here.
                if let Some(session) = session {
                    session::leave(context.scope_mut(), &session);
                }
                result
            }
            None => {
                let name = BODY.to_owned();
                Err(EvalAltResult::ErrorVariableNotFound(name, Position::NONE).into())
            }
        }
    };
    // Fails for nothing.
    let _ = engine.register_custom_syntax_handler(BODY, false, run);
}

/// The same function with other statements.
pub(super) fn with(
    function: &ScriptFuncDef,
    statements: Vec<Stmt>,
    session: Option<&str>,
) -> Option<Shared<ScriptFuncDef>> {
    let (start, end) = (function.body.start_position(), function.body.end_position());
    let block = StmtBlock::new(statements, start, end);
    let statements = Arc::new(Expr::Stmt(block.into()));
    MADE.set(Some(Body { statements, session: session.map(Into::into) }));
    let made = MAKER.compile(format!("fn made() {{ {BODY} }}")).ok()?;
    let mut made = (**made.iter_fn_def().next()?).clone();
    made.name = function.name.clone();
    made.access = function.access;
    made.this_type = function.this_type.clone();
    made.params = function.params.clone();
    made.comments = function.comments.clone();
    Some(made.into())
}
