import { parseAllDocuments } from 'yaml';
import { requireTool, toolPath, withoutTool } from '../../harness/programs';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** Why manifests cannot be compared with the schemas of Kubernetes here; undefined if they can. */
export const withoutSchemas = toolPath('kubernetes-models') ? undefined : withoutTool('kubernetes-models');

export const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
    return document.toJS() as Manifest;
  });

/** What the schema of Kubernetes itself says of a manifest. */
export function breach({ apiVersion, kind, ...rest }: Manifest): string | undefined {
  const { [kind]: Model } = requireTool(`kubernetes-models/${apiVersion}`) as Record<string, any>;
  try {
    new Model({ ...rest }).validate();
    return undefined;
  } catch (error) {
    return `${kind} ${rest.metadata.name}: ${(error as Error).message}`;
  }
}

/**
 * What manifests name and do not have: settings, claims, volumes, pods of selectors, ports, what is scaled.
 * @param elsewhere Names that are not theirs to have, such as a Secret that exists already.
 */
export function missingNames(manifests: readonly Manifest[], elsewhere: string[] = []): string[] {
  const found = new Set([...manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`), ...elsewhere]);
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  const named = deployments.flatMap(({ metadata, spec: { selector, template } }) => {
    const [container] = template.spec.containers;
    const volumes: any[] = template.spec.volumes;
    for (const { name } of volumes) found.add(`volume ${name} of ${metadata.name}`);
    if (matches(selector.matchLabels, template.metadata.labels)) found.add(`pods of ${metadata.name}`);
    return [
      `pods of ${metadata.name}`,
      ...container.envFrom.map((from: any) =>
        from.configMapRef ? `ConfigMap ${from.configMapRef.name}` : `Secret ${from.secretRef.name}`,
      ),
      ...container.volumeMounts.map(({ name }: any) => `volume ${name} of ${metadata.name}`),
      ...volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim ? [`PersistentVolumeClaim ${claim.claimName}`] : [])),
    ];
  });
  for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'Service')) {
    const pods = deployments.filter((each) => matches(spec.selector, each.spec.template.metadata.labels));
    const ports = pods.flatMap((each) => each.spec.template.spec.containers[0].ports.map(({ name }: any) => name as string));
    if (pods.length === 1 && ports.includes(spec.ports[0].targetPort)) found.add(`port of ${metadata.name}`);
    named.push(`port of ${metadata.name}`);
  }
  for (const { kind, spec } of manifests) {
    if (kind === 'HorizontalPodAutoscaler') named.push(`${spec.scaleTargetRef.kind} ${spec.scaleTargetRef.name}`);
    if (kind === 'Ingress') named.push(`Service ${spec.rules[0].http.paths[0].backend.service.name}`);
  }
  return named.filter((name) => !found.has(name));
}

const matches = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);
