/** The part of a JSON Schema that the page reads. */
export interface ShownSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, ShownSchema>;
  required?: string[];
  items?: ShownSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: ShownSchema[];
  oneOf?: ShownSchema[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: ShownSchema;
}

export interface Media {
  schema?: ShownSchema;
  examples?: Record<string, { value: unknown }>;
}

export interface Response {
  description: string;
  content?: Record<string, Media>;
}

interface Described {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response | { $ref: string }>;
}

export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Described>>;
  components?: object;
}

export interface DescribedOperation extends Pick<Described, 'summary' | 'description'> {
  id: string;
  tag: string;
  /** The HTTP method, such as `GET`. */
  method: string;
  path: string;
  parameters: Parameter[];
  bodies: Record<string, Media>;
  responses: [string, Response][];
}

/** Follows a reference within the document. Returns anything else unchanged. */
export function resolved<T extends object>(document: ApiDocument, node: T | { $ref: string }): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T;
  const at = node.$ref.slice(2).split('/');
  const target = at.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
  return resolved(document, (target ?? {}) as T);
}

export function listDescribedOperations(document: ApiDocument): DescribedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({
      id: of.operationId,
      tag: of.tags?.[0] ?? 'other',
      method: method.toUpperCase(),
      path,
      summary: of.summary,
      description: of.description,
      parameters: (of.parameters ?? []).map((each) => resolved<Parameter>(document, each)),
      bodies: of.requestBody?.content ?? {},
      responses: Object.entries(of.responses).map(([status, each]) => [status, resolved<Response>(document, each)] as const),
    })),
  );
}

/** Turns `listRuns` into `List runs`. */
export function toOperationName(id: string): string {
  const words = id.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The operation that an address's hash names: `#/TAG/ID` or `#/METHOD/PATH`. */
export function operationAt(operations: readonly DescribedOperation[], hash: string): DescribedOperation | undefined {
  const place = decodeURIComponent(hash.replace(/^#\/?/, ''));
  const id = place.split('/').at(-1);
  return operations.find((each) => each.id === id || place === `${each.method}${each.path}`);
}

export const operationAddress = ({ tag, id }: DescribedOperation): string => `#/${tag}/${id}`;

/** The path with its values filled in, followed by the query. Path parameters without a value stay as in the document. */
export function addressWith({ path, parameters }: DescribedOperation, values: Record<string, string>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = values[name];
    if (!value) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query') query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
