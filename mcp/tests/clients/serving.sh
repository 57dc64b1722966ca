# A server over HTTP, for the shell scripts that use one.

# Starts it with the words given, at a free port, and sets `url`, `server` and `folder`.
# It ends with the script.
serve() {
    folder="$(mktemp -d)"
    # It is read at once, and the server may be slower.
    : >"$folder/log"
    "$@" --http 127.0.0.1:0 2>"$folder/log" </dev/null &
    server=$!
    trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
    for _ in $(seq 200); do
        url="$(sed -n 's/.*\(127\.0\.0\.1:[0-9]*\).*/http:\/\/\1\/mcp/p' "$folder/log" | head -n 1)"
        [[ -n $url ]] && return
        sleep 0.1
    done
    cat "$folder/log"
    exit 1
}
