#!/usr/bin/env bash
# The Inspector's command line, over both transports in both revisions. It asks nobody,
# so a call that requires approval is told what to do; it begins anew with each command,
# so there is nothing to cancel and no change to hear of.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$here/serving.sh"

mapfile -t words < <(node -p 'JSON.parse(process.env.SERVER).join("\n")')
words+=("$RULES/rules.json" --root "$RULES")
serve "${words[@]}"

inspect() { # the status it has to end with, then its words
    local expected=$1 status=0
    shift
    case $over in
        stdio) set -- "$@" -- "${words[@]}" ;;
        http) set -- --server-url "$url" --transport http "$@" ;;
    esac
    mcp-inspector --cli --protocol-era "$era" --format json -q "$@" >"$folder/out" 2>"$folder/err" ||
        status=$?
    [[ $status == "$expected" ]] || failed "it ends with $expected, and not with $status"
}

call() { # the status it has to end with, a tool, its arguments
    inspect "$1" --method tools/call --tool-name "$2" --tool-args-json "$3"
}

holds() {
    grep -qF -- "$1" "$folder/out" "$folder/err" || failed "it says \`$1\`"
}

ok() {
    echo "ok: Inspector, $over, $era: $1"
}

failed() {
    echo "FAILED: Inspector, $over, $era: $1"
    cat "$folder/out" "$folder/err"
    exit 1
}

for over in ${OVER:-stdio http}; do
    for era in legacy modern; do
        inspect 0 --method tools/list --strict
        holds '"name":"pay_back"'
        ok 'lists the tools, whose schemas hold no errors'
        call 0 add '{"a":1,"b":2}'
        [[ $era == legacy ]] && sum='{"result":3}' || sum=3
        holds "\"structuredContent\":$sum"
        ok 'calls a tool'
        call 5 add '{"a":1.5,"c":2}'
        holds '`c` is not a parameter'
        call 5 refuse '{"reason":"no receipt"}'
        holds 'refused: no receipt'
        call 5 opening_hours '{}'
        holds 'tool_not_found'
        ok 'is told what fails, and why'
        call 5 pay_back '{"order":"A-1","cents":2}'
        holds 'a person has to approve it'
        ok 'has nobody to ask for approval'
        inspect 0 --method resources/read --uri rulebook://context
        holds 'the desk closes at 18:00'
        ok 'reads the live context'
    done
done
