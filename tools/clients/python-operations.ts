/** The operations of the OpenAPI document as methods of a Python class. */
import { isName, refName, type PythonTypes } from './python-types';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: object;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const INDENT = '        ';
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One method for each operation, by its id. */
export function pythonOperations({ paths }: Document, types: PythonTypes): string {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => methodOf(path, method.toUpperCase(), operation, types)),
    )
    .join('\n');
}

function methodOf(path: string, method: string, operation: Operation, types: PythonTypes): string {
  const { operationId, summary = '', parameters = [], requestBody } = operation;
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

function answerOf({ responses }: Operation, types: PythonTypes): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = good.map(([, { content }]) => content);
  const json = contents.flatMap((content) =>
    content?.['application/json'] ? [types.typeOf(content['application/json'].schema as never, 'Answer')] : [],
  );
  if (json.length > 0 && contents.every((content) => Object.keys(content ?? {}).length === 1))
    return [...new Set(json)].join(' | ');
  return contents.some((content) => Object.keys(content ?? {}).length > 0) ? 'bytes' : 'None';
}
