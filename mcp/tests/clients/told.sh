# Programs that say `ok` or `FAILED`, run and counted; for the scripts in `.ci`.

# Nothing is written elsewhere; what is built looks for its own there, and is built before.
export HOME="$installed/home" PYTHONDONTWRITEBYTECODE=1
mkdir -p "$HOME"

log="$(mktemp -d)"
trap 'rm -rf "$log"' EXIT
failed=0

run() { # what it is, then a command
    local name="$1" status=0 since=$SECONDS
    shift
    printf '\n-- %s\n' "$name"
    timeout 240 "$@" 2>"$log/err" | tee "$log/out" || status=$?
    if [[ $status != 0 ]]; then
        tail -n 40 "$log/err"
        failed=$((failed + 1))
    fi
    grep '^FAILED' "$log/out" >>"$log/failed" || true
    printf '(%s s)\n' $((SECONDS - since))
    shown=$((${shown:-0} + $(grep -c '^ok' "$log/out" || true)))
}

# What came of it; fails where anything did.
told() {
    printf '\n%s\n' "$shown things were shown, $failed programs failed"
    [[ ! -s $log/failed ]] || cat "$log/failed"
    [[ $failed == 0 ]]
}
