import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

const PLATFORMS = ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
const SQLITES = [...PLATFORMS, 'linuxmusl-x64', 'linuxmusl-arm64'];
/** Of the driver for this Node. */
const DRIVER = Number(process.versions.node.split('.')[0]) < 22 ? 'better-sqlite3' : 'better-sqlite3-13';
const DRIVER_THAT_WORKS = 'module.exports = class { constructor(file) { if (file !== ":memory:") throw file; } close() {} }';

/** Percept as npm installs it in a folder of somebody's: its scripts, and the packages that they look at. */
let folder: string;
let percept: string;
beforeEach(() => {
  folder = tempDir();
  percept = join(folder, 'node_modules', 'percept');
  cpSync(join(ROOT, 'bin'), join(percept, 'bin'), { recursive: true });
  for (const root of [percept, folder]) {
    write(join(root, 'node_modules', 'onnxruntime-node', 'package.json'), '{}');
    write(join(root, 'node_modules', 'onnxruntime-node', 'script', 'install-metadata.js'), 'of NuGet');
    for (const each of PLATFORMS) write(library(root, each), '');
    for (const each of SQLITES) write(join(root, 'node_modules', 'better-sqlite3-13', 'prebuilds', `${each}.node`), '');
    write(join(root, 'node_modules', 'better-sqlite3-13', 'deps', 'sqlite3.c'), '');
    for (const each of ['better_sqlite3.node', 'sqlite3.a', 'obj/a.o'])
      write(join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', each), '');
  }
  write(join(percept, 'node_modules', DRIVER, 'index.js'), DRIVER_THAT_WORKS);
});
afterEach(() => removeDir(folder));

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const library = (root: string, platform: string): string =>
  join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6', platform.replace('-', '/'), 'onnxruntime_binding.node');
const libraries = (root: string): string[] => PLATFORMS.filter((each) => existsSync(library(root, each)));
const drivers = (root: string): string[] => readdirSync(join(root, 'node_modules', 'better-sqlite3-13', 'prebuilds')).sort();

const sources = (root: string): string[] =>
  readdirSync(join(root, 'node_modules', 'better-sqlite3-13')).filter((name) => ['deps', 'src'].includes(name));

function run(script: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stderr } = spawnSync(process.execPath, [join(percept, 'bin', script)], { env, encoding: 'utf8' });
  return { status, stderr };
}

describe('npm install of the package', () => {
  test.each([
    ['linux', 'x64', ['linux-x64.node', 'linuxmusl-x64.node']],
    ['win32', 'arm64', ['win32-arm64.node']],
  ])('keeps the libraries of %s on %s alone, in the packages of Percept alone', (system, processor, kept) => {
    expect(run('postinstall.js', { npm_config_os: system, npm_config_cpu: processor })).toEqual({ status: 0, stderr: '' });
    expect(libraries(percept)).toEqual([`${system}-${processor}`]);
    expect(drivers(percept)).toEqual(kept);
    expect(libraries(folder)).toEqual(PLATFORMS);
    expect(drivers(folder)).toHaveLength(SQLITES.length);
  });

  test('deletes nothing for a machine that it has no libraries for', () => {
    run('postinstall.js', { npm_config_os: 'freebsd', npm_config_cpu: 'x64' });
    expect(libraries(percept)).toEqual(PLATFORMS);
    expect(drivers(percept)).toHaveLength(SQLITES.length);
    expect(sources(percept)).toEqual(['deps']);
  });

  test('deletes the sources of what is compiled', () => {
    run('postinstall.js');
    expect(sources(percept)).toEqual([]);
    expect(readdirSync(join(percept, 'node_modules', 'better-sqlite3', 'build', 'Release'))).toEqual(['better_sqlite3.node']);
    expect(sources(folder)).toEqual(['deps']);
  });

  test('deletes the forms of a package that nothing loads, where the loaded one is there', () => {
    const pdf = (root: string, form: string) => join(root, 'node_modules', '@cantoo', 'pdf-lib', form);
    for (const root of [percept, folder]) for (const form of ['cjs', 'dist', 'src']) write(join(pdf(root, form), 'index.js'), '');
    write(join(percept, 'node_modules', 'libphonenumber-js', 'bundle', 'all.js'), '');
    run('postinstall.js');
    expect(readdirSync(join(percept, 'node_modules', '@cantoo', 'pdf-lib'))).toEqual(['cjs']);
    expect(readdirSync(join(percept, 'node_modules', 'libphonenumber-js'))).toEqual(['bundle']);
    expect(readdirSync(join(folder, 'node_modules', '@cantoo', 'pdf-lib')).sort()).toEqual(['cjs', 'dist', 'src']);
  });

  describe('without -g, where npm puts the packages beside Percept', () => {
    const needs = (name: string, ...packages: string[]) =>
      write(
        join(folder, 'node_modules', name, 'package.json'),
        JSON.stringify({ name, dependencies: Object.fromEntries(packages.map((each) => [each, '*'])) }),
      );
    const ofApplication = (packages: object) => write(join(folder, 'package.json'), JSON.stringify(packages));
    const bundled = () => existsSync(join(folder, 'node_modules', 'libphonenumber-js', 'bundle'));
    beforeEach(() => {
      removeDir(join(percept, 'node_modules'));
      needs('onnxruntime-node');
      needs('percept', 'onnxruntime-node', 'better-sqlite3', 'better-sqlite3-13', 'class-validator');
      needs('class-validator', 'libphonenumber-js', '@scope/peer');
      needs('@scope/peer', 'class-validator');
      needs('libphonenumber-js');
      for (const form of ['build', 'bundle']) write(join(folder, 'node_modules', 'libphonenumber-js', form, 'all.js'), '');
      ofApplication({ name: 'application', dependencies: { percept: '*' } });
    });

    test('deletes from those that Percept alone needs, directly or not, and that are there', () => {
      removeDir(join(folder, 'node_modules', 'better-sqlite3'));
      expect(run('trim.js')).toEqual({ status: 0, stderr: '' });
      expect(libraries(folder)).toEqual([`${process.platform}-${process.arch}`].filter((each) => PLATFORMS.includes(each)));
      expect([sources(folder), bundled()]).toEqual([[], false]);
    });

    test('deletes from them in a first installation, whose package.json npm has not written yet', () => {
      removeDir(join(folder, 'package.json'));
      run('trim.js');
      expect([libraries(folder).length, bundled()]).toEqual([1, false]);
    });

    test('leaves packages that are links, as those of pnpm', () => {
      renameSync(join(folder, 'node_modules', 'onnxruntime-node'), join(folder, 'store'));
      symlinkSync(join(folder, 'store'), join(folder, 'node_modules', 'onnxruntime-node'), 'junction');
      run('trim.js');
      expect([libraries(folder), bundled()]).toEqual([PLATFORMS, false]);
    });

    test.each([
      ['the application', () => ofApplication({ devDependencies: { 'onnxruntime-node': '*', 'class-validator': '*' } })],
      ['another package', () => needs('@other/service', 'onnxruntime-node', 'class-validator')],
      ['a package within another', () => needs('other/node_modules/service', 'onnxruntime-node', 'class-validator')],
    ])('leaves what %s needs, too', (_, alsoNeeds) => {
      needs('other');
      alsoNeeds();
      expect(run('trim.js')).toEqual({ status: 0, stderr: '' });
      expect([libraries(folder), bundled(), sources(folder)]).toEqual([PLATFORMS, true, []]);
    });
  });

  test('is done by bin/trim.js where npm runs no scripts, as in the image', () => {
    expect([run('trim.js'), run('trim.js')]).toEqual([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ]);
    expect(libraries(percept)).toEqual([`${process.platform}-${process.arch}`].filter((each) => PLATFORMS.includes(each)));
    removeDir(join(percept, 'node_modules'));
    expect(run('trim.js')).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain('RUN node bin/trim.js');
  });

  test('downloads no GPU libraries', () => {
    run('preinstall.js');
    const file = join(percept, 'node_modules', 'onnxruntime-node', 'script', 'install-metadata.js');
    expect(readFileSync(file, 'utf8')).toContain('requirements: {}');
  });

  test('fails without an SQLite driver, and says what helps; not where PostgreSQL is named', () => {
    write(join(percept, 'node_modules', DRIVER, 'index.js'), `throw new Error('no binary\\nof it');`);
    const { status, stderr } = run('postinstall.js');
    expect(status).toBe(1);
    expect(stderr).toContain(`could not install it for Node ${process.versions.node} on ${process.platform}-${process.arch}`);
    expect(stderr).toContain(`(${DRIVER}: no binary)`);
    expect(stderr).toMatch(DRIVER === 'better-sqlite3' ? /Install with Node 22 or newer/ : /Linux, macOS and Windows/);
    expect(run('postinstall.js', { PERCEPT_DATABASE_URL: 'postgres://db' })).toEqual({ status: 0, stderr });
    // npm installs for another machine: nothing can be tried here.
    expect(run('postinstall.js', { npm_config_os: 'aix' })).toEqual({ status: 0, stderr: '' });
  });
});

test('npm runs both scripts, in a clone as well, where the packages stay whole', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  expect(scripts).toMatchObject({ preinstall: 'node bin/preinstall.js', postinstall: 'node bin/postinstall.js' });
  const clone = tempDir();
  cpSync(join(ROOT, 'bin'), join(clone, 'bin'), { recursive: true });
  for (const each of PLATFORMS) write(library(clone, each), '');
  write(join(clone, 'node_modules', DRIVER, 'index.js'), DRIVER_THAT_WORKS);
  for (const script of ['preinstall.js', 'postinstall.js'])
    expect(spawnSync(process.execPath, [join(clone, 'bin', script)]).status).toBe(0);
  expect(libraries(clone)).toEqual(PLATFORMS);
  removeDir(clone);
});
