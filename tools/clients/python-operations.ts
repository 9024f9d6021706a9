/** The operations of the OpenAPI document as methods of a Python class. */
import { isName, refName, type PythonTypes, type Schema } from './python-types';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: object;
}

interface Reference {
  $ref: string;
}

interface Answer {
  content?: Record<string, { schema: object }>;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, Answer | Reference>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
}

const INDENT = '        ';
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One method for each operation, by its id. */
export function pythonOperations({ paths, components }: Document, types: PythonTypes): string {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const body = operation.requestBody?.content['application/json']?.schema.$ref;
        const inBody = (body && components.schemas[refName(body)]?.properties) || {};
        // What may be in the query or in the body goes in the body: it is one argument.
        const parameters = (operation.parameters ?? [])
          .map((each) => resolved(each, components.parameters))
          .filter((each) => each.in !== 'query' || !(each.name in inBody));
        const answers = Object.entries(operation.responses);
        const responses = Object.fromEntries(answers.map(([status, each]) => [status, resolved(each, components.responses)]));
        return methodOf(path, method.toUpperCase(), { ...operation, parameters, responses }, types);
      }),
    )
    .join('\n');
}

const resolved = <T extends object>(node: T | Reference, targets: Record<string, T>): T =>
  '$ref' in node ? targets[node.$ref.split('/').at(-1)!]! : node;

type Resolved = Omit<Operation, 'parameters' | 'responses'> & { parameters: Parameter[]; responses: Record<string, Answer> };

function methodOf(path: string, method: string, operation: Resolved, types: PythonTypes): string {
  const { operationId, summary = '', parameters, requestBody } = operation;
  const typed = (each: Parameter): string => types.typeOf(each.schema, 'Parameter');
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const body = requestBody?.content['application/json']?.schema.$ref;
  const keywords = inQuery.map((each) => `${safe(each.name)}: ${typed(each)} | None = None`);
  const arguments_ = [
    'self',
    ...inPath.map((each) => `${safe(each.name)}: str`),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
  ];
  if (requestBody) arguments_.push(body ? `**body: Unpack[${refName(body)}]` : 'body: Any = None');
  const query = inQuery.map((each) => `${JSON.stringify(each.name)}: ${safe(each.name)}`).join(', ');
  const target =
    inPath.length > 0
      ? `f"${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quote(${safe(name)}, safe='')}`)}"`
      : `"${path}"`;
  const call = [
    `"${method}"`,
    target,
    ...(query ? [`query={${query}}`] : []),
    ...(requestBody ? [body ? 'body=dict(body)' : 'body=body'] : []),
  ];
  const answer = answerOf(operation, types);
  const sent = `self.request(${call.join(', ')})`;
  return [
    `    def ${snakeCase(operationId)}(${arguments_.join(', ')}) -> ${answer}:`,
    `${INDENT}"""${summary.replaceAll('"""', "'''")}"""`,
    answer === 'None' ? `${INDENT}${sent}` : `${INDENT}return cast("${answer.replaceAll('"', "'")}", ${sent})`,
    '',
  ].join('\n');
}

/** A name of Python: `from_` for `from`. */
const safe = (name: string): string => (isName(name) ? name : `${name.replaceAll(/\W/g, '_')}_`);

function answerOf({ responses }: Resolved, types: PythonTypes): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = good.map(([, { content }]) => content);
  const json = contents.flatMap((content) =>
    content?.['application/json'] ? [types.typeOf(content['application/json'].schema as never, 'Answer')] : [],
  );
  if (json.length > 0 && contents.every((content) => Object.keys(content ?? {}).length === 1))
    return [...new Set(json)].join(' | ');
  return contents.some((content) => Object.keys(content ?? {}).length > 0) ? 'bytes' : 'None';
}
