'use strict';
// npm runs this around the packing of the package. What is packed depends on the packages only that the bundle leaves outside:
// an installation has 150 packages less. See docs/decisions/bundle.md.
const { execFileSync } = require('node:child_process');
const { copyFileSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, join } = require('node:path');
const { OUTSIDE } = require('./bundle');

const ROOT = join(__dirname, '..');
const MANIFEST = join(ROOT, 'package.json');
const KEPT = join(ROOT, 'package.json.full');
const SHRINKWRAP = join(ROOT, 'npm-shrinkwrap.json');

/** A plugin's compiler reads their types: decorators, and the sessions of ONNX Runtime. */
const TYPES = ['class-transformer', 'class-validator', 'class-validator-jsonschema', 'ipaddr.js', 'reflect-metadata'];

/** The packages that models take files from. */
const ofModels = () =>
  readdirSync(join(ROOT, 'models'), { recursive: true })
    .filter((file) => basename(file) === 'model.yaml')
    .flatMap((file) => [...readFileSync(join(ROOT, 'models', file), 'utf8').matchAll(/^\s*package: '?([^'\s]+)/gm)])
    .map(([, name]) => name);

/** package.json as it is packed, without what the bundle has copies of and what only builds. */
exports.packedManifest = () => {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  delete manifest.devDependencies;
  // They name packages that this leaves out, and npm-shrinkwrap.json has exact versions.
  delete manifest.overrides;
  const wanted = [...OUTSIDE, ...TYPES, ...ofModels()];
  const isWanted = ([name]) => wanted.some((each) => name === each || name.startsWith(`${each}/`));
  return { ...manifest, dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(isWanted)) };
};

/** Writes package.json and npm-shrinkwrap.json as they are packed. */
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
  copyFileSync(join(folder, 'package-lock.json'), SHRINKWRAP);
  rmSync(folder, { recursive: true });
  renameSync(MANIFEST, KEPT);
  writeFileSync(MANIFEST, `${packed}\n`);
}

/** Takes both back. */
function after() {
  rmSync(SHRINKWRAP, { force: true });
  renameSync(KEPT, MANIFEST);
}

if (require.main === module) {
  // What is packed is built from nothing: the next script does, since each builds what is not built.
  if (process.argv[2] === 'clean') rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  else if (process.argv[2] === 'before') before();
  else if (process.argv[2] === 'after') after();
  else process.stderr.write(`usage: ${basename(__filename)} clean|before|after\n`);
}
