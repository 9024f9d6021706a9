import { PerceptError, toJson } from '@percept/sdk';
import type { CallerLibrary } from './caller-library';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type AuthInfo,
  type Resource,
  type ResourceTemplateType,
  type Server,
} from './protocol';
import { parseResourceUri, buildResourceUri } from './resource-uri';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const TEXT_TYPE = 'text/plain';

const TEMPLATES: ResourceTemplateType[] = [
  { uriTemplate: 'percept://models/{name}', name: 'model', mimeType: JSON_TYPE },
  { uriTemplate: 'percept://pipelines/{name}', name: 'pipeline', description: 'Its text.', mimeType: YAML_TYPE },
  { uriTemplate: 'percept://runs/{id}', name: 'run', description: 'State, counts and failures.', mimeType: JSON_TYPE },
  { uriTemplate: 'percept://runs/{id}/items', name: 'items', description: 'The first 100 results.', mimeType: JSON_TYPE },
  { uriTemplate: 'percept://runs/{id}/artifacts/{name}', name: 'file', description: 'What a run wrote.', mimeType: TEXT_TYPE },
  { uriTemplate: 'percept://uploads/{id}', name: 'upload', description: 'An image or a video.' },
];

type Content = { mimeType: string } & ({ text: string } | { blob: string });

/** Serves models, pipelines, runs and uploads as resources. */
export function serveResources(server: Server, host: (auth: AuthInfo | undefined) => CallerLibrary): void {
  server.setRequestHandler('resources/list', async (_, { http }) => ({ resources: await list(host(http?.authInfo)) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { http }) => {
    const content = await read(uri, host(http?.authInfo)).catch((error: unknown) => {
      throw toProtocolError(error, uri);
    });
    if (!content) throw notFound(uri);
    return { contents: [{ uri, ...content }] };
  });
}

async function list(library: CallerLibrary): Promise<Resource[]> {
  const [pipelines, runs, uploads] = await Promise.all([library.pipelines(), library.runs(), library.uploads.list()]);
  const models = library.models().map(({ name }) => ({ uri: buildResourceUri('models', name), name, mimeType: JSON_TYPE }));
  return [
    ...models,
    ...pipelines.map(({ name, description }) => {
      return {
        uri: buildResourceUri('pipelines', name),
        name,
        mimeType: YAML_TYPE,
        ...(description !== null && { description }),
      };
    }),
    ...runs.map(({ id, pipeline, status }) => {
      return { uri: buildResourceUri('runs', id), name: id, description: `${pipeline}, ${status}`, mimeType: JSON_TYPE };
    }),
    ...uploads.map(({ id, media_type: mimeType, bytes: size }) => ({
      uri: buildResourceUri('uploads', id),
      name: id,
      mimeType,
      size,
    })),
  ];
}

/** Undefined if no resource has this URI. @throws PerceptError. */
async function read(uri: string, library: CallerLibrary): Promise<Content | undefined> {
  const parts = parseResourceUri(uri) ?? [];
  const [kind, name = '', part, file] = parts;
  if (kind === 'runs') return readRun({ id: name, part, file, depth: parts.length }, library);
  if (parts.length !== 2) return undefined;
  if (kind === 'uploads') return toBlob(await library.uploads.read(name));
  if (kind === 'pipelines') return { mimeType: YAML_TYPE, text: (await library.pipeline(name)).source };
  const model = kind === 'models' ? library.models().find((each) => each.name === name) : undefined;
  return model && asContent(model);
}

async function readRun(
  { id, part, file, depth }: { id: string; part?: string; file?: string; depth: number },
  library: CallerLibrary,
): Promise<Content | undefined> {
  if (depth === 2) return asContent(await library.get(id));
  if (depth === 3 && part === 'items') return asContent(await library.items(id));
  if (depth !== 4 || part !== 'artifacts') return undefined;
  return { mimeType: TEXT_TYPE, text: await library.output(id, file!) };
}

const toBlob = ({ media_type, content }: { media_type: string; content: Buffer }): Content => ({
  mimeType: media_type,
  blob: content.toString('base64'),
});

const asContent = (value: unknown): Content => ({ mimeType: JSON_TYPE, text: toJson(value) });

function toProtocolError(error: unknown, uri: string): unknown {
  if (!(error instanceof PerceptError) || error.status >= 500) return error;
  if (error.code === 'NOT_FOUND') return notFound(uri);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${error.message}`, { uri, code: error.code });
}

const notFound = (uri: string): Error => new ResourceNotFoundError(uri, `There is no resource '${uri.slice(0, 200)}'.`);
