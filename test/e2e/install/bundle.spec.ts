import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../harness/percept';

const DIST = join(ROOT, 'dist');
const BUNDLE = join(DIST, 'bundle');
/** The files of the bundle that are loaded by their path. */
const entries = readdirSync(BUNDLE, { recursive: true, encoding: 'utf8' }).filter((file) => /^(apps|libs).*\.js$/.test(file));

/** What the files of the SDK load from the service: see `sdk/percept.js`. */
const sdkEntries = readdirSync(join(ROOT, 'sdk')).flatMap((file) => {
  const [, entry] = /\.\/percept'\)\('([^']+)'\)/.exec(readFileSync(join(ROOT, 'sdk', file), 'utf8')) ?? [];
  return entry === undefined ? [] : [`libs/core/src/sdk/${entry}`];
});

test('what is loaded by its path is in the bundle: scripts of threads, every entry of the SDK, every plugin of ours', () => {
  const scripts = ['host/worker', 'host/probe-worker', 'models/trial-process'].map((each) => `libs/core/src/inference/${each}`);
  const plugins = readdirSync(join(ROOT, 'libs', 'plugins'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const needed = [
    ...scripts,
    ...sdkEntries,
    ...plugins.map(({ name }) => `libs/plugins/${name}`),
    'libs/core/src/kernel/telemetry/otlp/index',
  ];
  expect(sdkEntries.length).toBeGreaterThan(5);
  const isThere = (path: string) => [`${path}.js`, `${path}/index.js`].some((file) => existsSync(join(BUNDLE, file)));
  expect(needed.filter((path) => !isThere(path))).toEqual([]);
});

test('each entry has the names of the module that it was made from', () => {
  const compared = entries.filter((file) => /sdk|plugins/.test(file));
  const namesIn = (folder: string) =>
    `${JSON.stringify(compared)}.map((file) => Object.keys(require('${folder}/' + file)).sort())`;
  const code = `console.log(JSON.stringify({ bundle: ${namesIn(BUNDLE)}, dist: ${namesIn(DIST)} }))`;
  const { bundle, dist } = JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })) as Record<
    string,
    unknown
  >;
  expect(bundle).toEqual(dist);
});

test('a package that has a bundle of its own exports there what it exports in node_modules', () => {
  const files = readdirSync(join(BUNDLE, 'packages'), { recursive: true, encoding: 'utf8' });
  const names = files
    .filter((file) => file.endsWith('.js') && !file.startsWith('shared'))
    .map((file) => file.slice(0, -'.js'.length));
  expect(names).toEqual(expect.arrayContaining(['@aws-sdk/client-s3', '@modelcontextprotocol/server', 'chrono-node', 'tar']));
  const namesIn = (path: string) =>
    `Object.keys(require(${path})).filter((key) => !/^(default|module\\.exports)$/.test(key)).sort()`;
  const code = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => ({
    name, bundle: ${namesIn(`'${BUNDLE}/packages/' + name + '.js'`)}, original: ${namesIn('name')} }))))`;
  const found = JSON.parse(execFileSync(process.execPath, ['-e', code], { cwd: ROOT, encoding: 'utf8' })) as Record<
    string,
    unknown
  >[];
  expect(found.filter(({ bundle, original }) => JSON.stringify(bundle) !== JSON.stringify(original))).toEqual([]);
  expect(readFileSync(join(BUNDLE, 'LICENCES.txt'), 'utf8')).toMatch(/^@aws-sdk\/client-s3 [\d.]+: Apache-2\.0$/m);
});
