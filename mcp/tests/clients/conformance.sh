#!/usr/bin/env bash
# The official conformance suite, in both revisions, against the fixture over HTTP.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$here/serving.sh"
serve "$FIXTURE" "$RULES/rules.json" --root "$RULES"

failed=0
for revision in 2025-11-25 2026-07-28; do
    # An entry of a scenario that the revision does not have would count as passed.
    known="$(conformance list --server --spec-version "$revision")"
    awk -v known="$known" '
        /^ *- / {
            scenario = $2
            sub(/:.*/, "", scenario)
            if (index(known, "- " scenario " [") == 0) next
        }
        { print }
    ' "$here/baseline.yml" >"$folder/baseline.yml"
    if conformance server --url "$url" --suite all --spec-version "$revision" \
        --expected-failures "$folder/baseline.yml" >"$folder/out" 2>&1; then
        sed -n "s/^✓ /ok: conformance, $revision: /p" "$folder/out"
        sed -n "s/^  ~ /not offered: conformance, $revision: /p" "$folder/out"
    else
        failed=1
        sed -n '/=== SUMMARY/,$p' "$folder/out"
        echo "FAILED: conformance, $revision"
    fi
done
exit "$failed"
