import { Config } from '@percept/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { breach, manifestsIn, missingNames, withoutSchemas, type Manifest } from './manifests';
import { ROOT } from '../../harness/percept';

const manifests = manifestsIn(readFileSync(join(ROOT, 'packaging', 'kubernetes', 'percept.yaml'), 'utf8'));

const named = (kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)!;

const schemas = 'every manifest is as the schemas of Kubernetes want it, and a wrong one is found';
if (withoutSchemas) test.skip(`${schemas}: ${withoutSchemas}`, () => undefined);
else
  test(schemas, () => {
    expect(manifests.map(({ kind }) => kind)).toHaveLength(8);
    expect(manifests.map(breach).filter(Boolean)).toEqual([]);
    const wrong = structuredClone(named('Deployment', 'percept-api'));
    wrong.spec.template.spec.containers[0].ports[0].containerPort = 'http';
    expect(breach(wrong)).toContain('containerPort');
  });

test('what the manifests name is there', () => {
  expect(missingNames(manifests)).toEqual([]);
});

test('pods do not get the variables of the Service, which Percept refuses as unknown settings', () => {
  expect(() => Config.load({ PERCEPT_SERVICE_HOST: '10.0.0.1' })).toThrow(/PERCEPT_SERVICE_HOST is not a setting/);
  const pods = manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec);
  expect(pods.map((pod) => pod.enableServiceLinks)).toEqual([false, false]);
});

test('Percept knows every setting, and takes their values', () => {
  const settings = { ...named('ConfigMap', 'percept').data, ...named('Secret', 'percept').stringData };
  const known = readFileSync(join(ROOT, '.env.example'), 'utf8');
  for (const name of Object.keys(settings).filter((each) => !each.startsWith('AWS_'))) expect(known).toContain(name);
  expect(Config.load(settings)).toMatchObject({ PERCEPT_HOST: '0.0.0.0', PERCEPT_STORAGE_URL: 's3://percept/files' });
});
