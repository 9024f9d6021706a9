import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { loadConfig } from '@percept/core';
import { ROOT } from '../../harness/percept';
import { requireTool, toolPath, withoutTool } from '../../harness/programs';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const text = readFileSync(join(ROOT, 'packaging', 'kubernetes', 'percept.yaml'), 'utf8');
const manifests = parseAllDocuments(text).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS() as Manifest;
});

/** What the schema of Kubernetes itself says of a manifest. */
function breach({ apiVersion, kind, ...rest }: Manifest): string | undefined {
  const { [kind]: Model } = requireTool(`kubernetes-models/${apiVersion}`) as Record<string, any>;
  try {
    new Model({ ...rest }).validate();
    return undefined;
  } catch (error) {
    return `${kind} ${rest.metadata.name}: ${(error as Error).message}`;
  }
}

const named = (kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)!;

const schemas = 'every manifest is as the schemas of Kubernetes want it, and a wrong one is found';
if (!toolPath('kubernetes-models')) test.skip(`${schemas}: ${withoutTool('kubernetes-models')}`, () => undefined);
else
  test(schemas, () => {
    expect(manifests.map(({ kind }) => kind)).toHaveLength(8);
    expect(manifests.map(breach).filter(Boolean)).toEqual([]);
    const wrong = structuredClone(named('Deployment', 'percept-api'));
    wrong.spec.template.spec.containers[0].ports[0].containerPort = 'http';
    expect(breach(wrong)).toContain('containerPort');
  });

test('what the manifests name is there', () => {
  for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'Deployment')) {
    const { template, selector } = spec;
    expect([metadata.name, template.metadata.labels]).toEqual([metadata.name, selector.matchLabels]);
    const [container] = template.spec.containers;
    for (const { configMapRef, secretRef } of container.envFrom)
      expect(configMapRef ? named('ConfigMap', configMapRef.name) : named('Secret', secretRef.name)).toBeDefined();
    for (const { name } of container.volumeMounts) expect(template.spec.volumes.map((each: any) => each.name)).toContain(name);
    for (const { persistentVolumeClaim: claim } of template.spec.volumes)
      if (claim) expect(named('PersistentVolumeClaim', claim.claimName)).toBeDefined();
  }
  const { selector, ports } = named('Service', 'percept').spec;
  const api = named('Deployment', 'percept-api').spec.template;
  expect(api.metadata.labels).toMatchObject(selector);
  expect(api.spec.containers[0].ports.map(({ name }: any) => name)).toContain(ports[0].targetPort);
  expect(named('Deployment', named('HorizontalPodAutoscaler', 'percept-worker').spec.scaleTargetRef.name)).toBeDefined();
});

test('Percept knows every setting, and takes their values', () => {
  const settings = { ...named('ConfigMap', 'percept').data, ...named('Secret', 'percept').stringData };
  const known = readFileSync(join(ROOT, '.env.example'), 'utf8');
  for (const name of Object.keys(settings).filter((each) => !each.startsWith('AWS_'))) expect(known).toContain(name);
  expect(loadConfig(settings)).toMatchObject({ PERCEPT_HOST: '0.0.0.0', PERCEPT_STORAGE_URL: 's3://percept/files' });
});
