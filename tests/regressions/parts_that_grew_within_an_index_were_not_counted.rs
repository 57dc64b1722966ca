//! Within the index of a longer chain, as in `a[b.c.push(x)].d`, nothing was counted.

use rulebook::ErrorCode;
use serde_json::json;

use crate::support::run;

#[tokio::test]
async fn what_grows_within_an_index_counts() {
    for chain in ["a[whole[i].list.put(big)][0] = 1;", "a[whole[i].list.put(big)].x;"] {
        let script = format!(
            "fn f() -> array {{
                let big = []; big.pad(60_000, 1);
                let whole = [#{{ list: [] }}, #{{ list: [] }}];
                let a = [#{{ x: 0, \"0\": 1 }}];
                for i in 0..2 {{ try {{ {chain} }} catch {{ }} }}
                []
            }}
            fn put(v) {{ this.push(v); 0 }}"
        );
        let error = run(&script, "f", json!({})).await.expect_err(chain);
        assert_eq!(error.code, ErrorCode::LimitExceeded, "{chain}: {error}");
    }
}
