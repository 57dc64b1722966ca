# What others wrote, installed once for each state of the locks; for the scripts in `.ci`.
# Sets `npm` and `python`, the folders of the installation, and `PATH`.

locks="$PWD/mcp/tests/clients"
installed="$PWD/target/clients"
npm="$installed/npm"
python="$installed/python"
mkdir -p "$npm"

if ! cmp -s "$locks/package-lock.json" "$npm/installed.json"; then
    cp "$locks/package.json" "$locks/package-lock.json" "$npm"
    (cd "$npm" && npm install --ignore-scripts --no-audit --no-fund --loglevel error)
    cmp "$locks/package-lock.json" "$npm/package-lock.json"
    cp "$locks/package-lock.json" "$npm/installed.json"
fi
if ! cmp -s "$locks/requirements.txt" "$python/installed.txt"; then
    rm -rf "$python"
    python3 -m venv "$python"
    "$python/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --requirement "$locks/requirements.txt"
    cp "$locks/requirements.txt" "$python/installed.txt"
fi

# The Node that comes with the packages, where there is one for this machine.
for node in "$npm"/node_modules/node-*/bin; do
    [[ -d $node ]] && PATH="$node:$PATH"
done
export PATH="$npm/node_modules/.bin:$PATH"
