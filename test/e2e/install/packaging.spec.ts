import { validate } from 'dockerfile-utils';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packedManifest } from '../../../bin/pack';
import { settledLock } from '../../../tools/lock';
import { installedPackages, packageOf, sbomOf } from '../../../tools/sbom';
import { thirdParty, unknownLicences } from '../../../tools/third-party';
import { writeCatalogue } from '../../harness/fixtures/catalogue';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('what Percept is shipped as', () => {
  test('the Dockerfile has no findings, and copies only what is there', () => {
    expect(validate(text('Dockerfile'))).toEqual([]);
    const copied = [...text('Dockerfile').matchAll(/^COPY --from=build \/percept\/(\S+)/gm)].map((match) => match[1]!);
    const made = ['node_modules', 'dist/bundle', 'apps/dashboard/dist'];
    expect(copied.filter((path) => !made.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('the image has percept on the PATH, and every capability is set up before it is ready', () => {
    expect(text('Dockerfile')).toMatch(/^ENV PATH=\/percept\/bin:\$PATH .*PERCEPT_PRELOAD=all$/m);
  });

  test('the image has a set of models inside: its own commands fetch them, and one that cannot be fetched ends the build', () => {
    const folder = tempDir();
    const { mirror } = writeCatalogue(folder, join(folder, 'set', 'models'));
    const [, command] = /^RUN (export PERCEPT_DATA_DIR=[^]*?)\n(?=USER)/m.exec(text('Dockerfile'))!;
    const script = command!.replaceAll('/tmp/set', join(folder, 'set'));
    mkdirSync(join(folder, 'models'));
    const env = { ...process.env, PATH: `${join(ROOT, 'bin')}:${process.env['PATH']}`, PERCEPT_MODELS_MIRROR: mirror };
    const build = (MODELS: string) => spawnSync('sh', ['-c', script], { cwd: folder, env: { ...env, MODELS }, encoding: 'utf8' });
    const failed = build('tiny nowhere');
    expect(failed.status).not.toBe(0);
    expect(failed.stderr).toMatch(/nowhere/);
    expect(readdirSync(join(folder, 'models'))).toEqual([]);
    expect(build('tiny')).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, 'models', 'tiny')).sort()).toEqual(['model.yaml', 'tiny.onnx']);
    expect(existsSync(join(folder, 'set'))).toBe(false);
    expect(build('').status).toBe(0);
    removeDir(folder);
  });

  test('the image keeps the packages of the packed package, and no other', () => {
    expect(text('Dockerfile')).toMatch(/node bin\/pack\.js before && npm prune --omit=dev/);
  });

  test('the packed package depends on everything that its bundle loads from outside, and on nothing that it has a copy of', () => {
    const { dependencies, optionalDependencies } = packedManifest();
    const code = readdirSync(join(ROOT, 'dist/bundle'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => text(join('dist/bundle', file)))
      .join('\n');
    const loaded = [...code.matchAll(/\brequire\("((?:@[^"/]+\/)?[^"./@][^"/]*)[^"]*"\)/g)].map(([, name]) => name!);
    const packages = new Set(loaded.filter((name) => !name.startsWith('node:') && !isBuiltin(name)));
    // Code that ajv would write, as text.
    for (const name of ['ajv', 'ajv-formats']) packages.delete(name);
    expect(packages.size).toBeGreaterThan(5);
    expect([...packages].filter((name) => !(name in dependencies) && !(name in optionalDependencies))).toEqual([]);
    expect(
      Object.keys(dependencies).filter((name) => ['typeorm', 'natural', '@nestjs/core', 'chrono-node', 'tar'].includes(name)),
    ).toEqual([]);
  });

  test('the compose file has the database, the notifier, the object storage, a service and its workers, with settings that exist', () => {
    const { services } = parse(text('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string>; deploy?: { replicas: number } }>;
    };
    expect(Object.keys(services).sort()).toEqual(['api', 'buckets', 'minio', 'postgres', 'redis', 'worker']);
    expect(services['worker']!.deploy!.replicas).toBe(3);
    const settings = [...text('.env.example').matchAll(/^# ([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    // The SDK of AWS reads these two itself.
    settings.push('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
    expect(Object.keys(services['api']!.environment!).filter((name) => !settings.includes(name))).toEqual([]);
  });

  test('the guide comes with the package and with the image, whole', () => {
    expect((JSON.parse(text('package.json')) as { files: string[] }).files).toContain('docs');
    expect(text('Dockerfile')).toContain('COPY --from=build /percept/docs ./docs');
    expect(text('.dockerignore').split('\n')).not.toContain('docs');
  });

  test('the unit of systemd is sound', () => {
    const found = spawnSync('systemd-analyze', ['verify', join(ROOT, 'packaging', 'percept.service')], { encoding: 'utf8' });
    if (found.error) return console.log('Skipped: systemd-analyze is not on this machine.');
    expect(found.stderr.split('\n').filter((line) => line.includes('percept.service'))).toEqual([]);
    expect(found.status).toBe(0);
  });

  test('the unit of systemd takes rights away, but none that the sandbox of ffmpeg needs', () => {
    const unit = text('packaging/percept.service');
    const lines = unit.split('\n');
    const hardening = ['ProtectKernelModules=yes', 'CapabilityBoundingSet=', 'RestrictSUIDSGID=yes', 'LockPersonality=yes'];
    expect(lines).toEqual(expect.arrayContaining([...hardening, 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'UMask=0077']));
    // Each makes bwrap fail: it mounts /proc in namespaces, and brings its loopback device up.
    expect(unit).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m);
    expect(unit).not.toMatch(/^(ProtectKernelTunables|ProtectKernelLogs|ProtectProc|ProcSubset|RestrictNamespaces)=/m);
    expect([lines, text('Dockerfile').split('\n')]).toEqual([
      expect.arrayContaining(['User=percept']),
      expect.arrayContaining(['USER node']),
    ]);
    // Standard output is not a terminal there: link and key are in the file alone.
    expect(unit).toContain('/var/lib/percept/data/first-access.txt');
  });

  test('package-lock.json is what `npm run lock` makes of it: npm 10 runs no script that is not wanted', () => {
    expect(text('package-lock.json')).toBe(settledLock(ROOT));
  });

  test('THIRD_PARTY.md is what `npm run third-party` writes', () => {
    expect(text('THIRD_PARTY.md')).toBe(thirdParty(ROOT));
  });

  test('every package of an installation has a licence that was allowed', () => {
    expect(unknownLicences(ROOT)).toEqual([]);
  });

  test('the bill of materials has every package of an installation with its hash, and none of development', () => {
    const { bomFormat, components, dependencies } = sbomOf(ROOT);
    expect(bomFormat).toBe('CycloneDX');
    expect([...new Set(components.map(packageOf))].sort()).toEqual([...installedPackages(ROOT)].sort());
    expect(components.filter(({ hashes = [] }) => !hashes.some(({ alg }) => alg === 'SHA-512'))).toEqual([]);
    expect(dependencies.find(({ ref }) => ref.startsWith('percept@'))!.dependsOn.length).toBeGreaterThan(50);
  });

  test('the compose file has no password, and images by exact versions', () => {
    expect(text('docker-compose.yml')).not.toMatch(/_PASSWORD:-/);
    const images = [
      ...`${text('docker-compose.yml')}\n${text('Dockerfile')}`.matchAll(/(?:image:|^FROM|NODE_IMAGE[:=]) ?(\S+)/gm),
    ].map(([, image]) => image!);
    expect(images.length).toBeGreaterThan(5);
    const isPinned = (image: string): boolean => /^'?(\$\{[A-Z]+_IMAGE:-)?[a-z/]+:(\d+\.\d+|RELEASE\.\d{4}-)/.test(image);
    expect(images.filter((image) => !isPinned(image) && image !== '${NODE_IMAGE}')).toEqual([]);
    const nodes = images.flatMap((image) => /node:[\d.a-z-]+/.exec(image) ?? []);
    expect([nodes.length, new Set(nodes).size]).toEqual([2, 1]);
  });

  test('packaging/pin-images.sh pins every image by the digest that its registry tells, or fails', () => {
    const folder = tempDir();
    const docker = (answer: string): string => `#!/bin/sh\n${answer}\n`;
    const pin = (answer: string) => {
      writeFileSync(join(folder, 'docker'), docker(answer), { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env['PATH']}` };
      return spawnSync(join(ROOT, 'packaging', 'pin-images.sh'), { env, encoding: 'utf8' });
    };
    const { stdout, status } = pin(`test "$1 $2 $3 $5" = "buildx imagetools inspect --format" && echo "sha256:of-$4"`);
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split('=')[0])).toEqual(
      ['MC', 'MINIO', 'NODE', 'POSTGRES', 'REDIS'].map((name) => `${name}_IMAGE`),
    );
    expect(lines.filter((line) => !/^\w+=(\S+)@sha256:of-\1$/.test(line))).toEqual([]);
    expect(pin('echo none').status).not.toBe(0);
    expect(pin('exit 1').status).not.toBe(0);
    removeDir(folder);
  });

  test('a release is refused while an image has no digest: `pin-images.sh --check` names each of them', () => {
    const folder = tempDir();
    const file = join(folder, '.env');
    const check = (lines: string[]) => {
      writeFileSync(file, lines.join('\n'));
      return spawnSync(join(ROOT, 'packaging', 'pin-images.sh'), ['--check', file], { encoding: 'utf8' });
    };
    const sources = `${text('docker-compose.yml')}\n${text('Dockerfile')}`;
    const images = [...sources.matchAll(/(?:ARG |\$\{)([A-Z]+_IMAGE)(?:=|:-)([^\s}]+)/g)].map(
      ([, name, image]) => `${name}=${image}`,
    );
    const pinned = [...new Set(images)].map((each) => `${each}@sha256:${'0a'.repeat(32)}`);
    expect(pinned).toHaveLength(5);
    expect(check(pinned)).toMatchObject({ status: 0, stderr: '' });
    for (const [index, line] of pinned.entries()) {
      const others = pinned.filter((each) => each !== line);
      const [image] = line.split('=')[1]!.split('@');
      for (const bad of [line.split('@')[0]!, `${line.slice(0, -1)}`, line.replace(/:[^:@]+@/, ':0.1@')])
        expect(check([...others.slice(0, index), bad, ...others.slice(index)])).toMatchObject({
          status: 1,
          stderr: expect.stringContaining(`no digest of ${image}`),
        });
    }
    expect(check([]).stderr.trim().split('\n')).toHaveLength(5);
    removeDir(folder);
  });
});
