#!/usr/bin/env bash
# The official conformance suite, in both revisions, against the fixture over HTTP.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

folder="$(mktemp -d)"
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
"$FIXTURE" "$RULES/rules.json" --root "$RULES" --http 127.0.0.1:0 2>"$folder/log" &
server=$!
for _ in $(seq 200); do
    url="$(sed -n 's/.*serving at \(http:[^ ]*\).*/\1/p' "$folder/log")"
    [[ -n $url ]] && break
    sleep 0.1
done
[[ -n $url ]] || { cat "$folder/log"; exit 1; }

# Its scenarios are chosen by revision; of the baseline, each run knows those that it has.
failed=0
for revision in 2025-11-25 2026-07-28; do
    known="$(node "$NPM/node_modules/@modelcontextprotocol/conformance/dist/index.js" list --server --spec-version "$revision")"
    awk -v known="$known" '
        /^ *- / {
            entry = $2
            sub(/:.*/, "", entry)
            if (index(known, "- " entry " [") == 0) next
        }
        { print }
    ' "$here/baseline.yml" >"$folder/baseline.yml"
    if conformance server --url "$url" --suite all --spec-version "$revision" \
        --expected-failures "$folder/baseline.yml" >"$folder/out" 2>&1; then
        sed -n 's/^✓ \(.*\)/ok: conformance, '"$revision"': \1/p' "$folder/out"
    else
        failed=1
        sed -n '/=== SUMMARY/,$p' "$folder/out"
        printf 'FAILED: conformance, %s\n' "$revision"
    fi
done
exit "$failed"
