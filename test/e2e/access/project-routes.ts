/** In everything that the first project owns. */
export const MARK = 'orchard';
export const PIPELINE = `version: 1
name: ${MARK}
inputs:
  words: { type: string, default: good }
triggers:
  - webhook: words
steps:
  - { id: judge, uses: text.sentiment, with: { text: '\${{ inputs.words }}' } }
`;

/** A route of the OpenAPI document. */
export interface Route {
  method: string;
  path: string;
}

export const fill = (path: string, values: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);

const CORRECTED = { corrections: [{ path: 'a.b', value: 1 }] };
/** Bodies that the routes accept: a route that refuses the body first would hide a leak. */
const BODIES: [RegExp, object][] = [
  [/^\/v2\/runs\/\{id\}\/items$/, CORRECTED],
  [/^\/v2\/analyses\/\{id\}$/, CORRECTED],
  [/^\/v2\/pipelines\/\{name\}$/, { source: PIPELINE }],
  [/validate$/, { source: PIPELINE }],
  [/webhooks\/\{id\}$/, { description: 'taken' }],
  [/test$/, { type: 'batch.completed' }],
  [/recover$/, { since: '2020-01-01T00:00:00Z', states: ['exhausted'] }],
  [/keys\/\{id\}$/, { name: 'taken' }],
  [/projects\/\{id\}$/, { name: 'taken' }],
];
export const bodyFor = (path: string): string => JSON.stringify(BODIES.find(([pattern]) => pattern.test(path))?.[1] ?? {});

/** A name of a model is the installation's here; `project-models.spec.ts` has those of projects. The address of a trigger is a credential of its own. */
export const OF_THE_INSTALLATION = [
  'DELETE /v2/models/{name}',
  'GET /v1/events/schemas/{type}',
  'GET /v2/capabilities/{id}',
  'GET /v2/models/{name}',
  'GET /v2/models/{name}/pull',
  'GET /v2/models/{name}/pull/events',
  'POST /v2/hooks/{token}',
  'POST /v2/models/{name}/default',
  'POST /v2/models/{name}/pull',
  'POST /v2/models/{name}/rollback',
  'POST /v2/models/{name}/validate',
  'PUT /v2/models/{name}',
];

export const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
