export type Language = 'curl' | 'TypeScript' | 'Python';

/** A request to show as program code. */
export interface Request {
  method: string;
  /** Full address. */
  address: string;
  json?: unknown;
  /** Form fields, and the part and name of the file. */
  form?: { fields: readonly (readonly [string, string])[]; file: { part: string; name: string } };
}

/** Code that sends the request with the key from the environment, by language. */
export function writePrograms({ method, address, json, form }: Request): Record<Language, string> {
  if (form) return formPrograms(method, address, form);
  return json === undefined ? plainPrograms(method, address) : jsonPrograms(method, address, json);
}

export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Formats a value as Python source. */
function python(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(
    ([name, each]) => `${inner}${open === '[' ? '' : `${JSON.stringify(name)}: `}${python(each, inner)}`,
  );
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')},\n${indent}${close}`;
}

/** curl defaults to GET, and to POST with a body. */
function curl(method: string, address: string, hasBody: boolean): string {
  const named = method === (hasBody ? 'POST' : 'GET') ? '' : `-X ${method} `;
  const place = /[?&'{]/.test(address) ? quoted(address) : address;
  return `curl ${named}${place} \\\n  -H "Authorization: Bearer $PERCEPT_KEY"`;
}

const PYTHON_HEADERS = `    headers={"Authorization": f"Bearer {os.environ['PERCEPT_KEY']}"},`;

function plainPrograms(method: string, address: string): Record<Language, string> {
  return {
    curl: curl(method, address, false),
    TypeScript: `import { env } from 'node:process';

const response = await fetch('${address}', {
  method: '${method}',
  headers: { authorization: \`Bearer \${env.PERCEPT_KEY}\` },
});
console.log(response.status, await response.text());`,
    Python: `import os, requests

response = requests.${method.toLowerCase()}(
    "${address}",
${PYTHON_HEADERS}
)
print(response.status_code, response.text)`,
  };
}

function jsonPrograms(method: string, address: string, body: unknown): Record<Language, string> {
  return {
    curl: `${curl(method, address, true)} \\\n  --json ${quoted(JSON.stringify(body))}`,
    TypeScript: `import { env } from 'node:process';

const response = await fetch('${address}', {
  method: '${method}',
  headers: { authorization: \`Bearer \${env.PERCEPT_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});
console.log(await response.json());`,
    Python: `import os, requests

response = requests.${method.toLowerCase()}(
    "${address}",
${PYTHON_HEADERS}
    json=${python(body, '    ')},
)
print(response.json())`,
  };
}

function formPrograms(method: string, address: string, { fields, file }: Required<Request>['form']): Record<Language, string> {
  return {
    curl: `${curl(method, address, true)} \\\n${fields.map(([name, value]) => `  -F ${quoted(`${name}=${value}`)} \\\n`).join('')}  -F ${quoted(`${file.part}=@${file.name}`)}`,
    TypeScript: `import { openAsBlob } from 'node:fs';
import { env } from 'node:process';

const form = new FormData();
${fields.map(([name, value]) => `form.append('${name}', ${JSON.stringify(value)});\n`).join('')}form.append('${file.part}', await openAsBlob(${JSON.stringify(file.name)}));
const response = await fetch('${address}', {
  method: '${method}',
  headers: { authorization: \`Bearer \${env.PERCEPT_KEY}\` },
  body: form,
});
console.log(await response.json());`,
    Python: `import os, requests

response = requests.${method.toLowerCase()}(
    "${address}",
${PYTHON_HEADERS}
    data=${python(fields, '    ')},
    files={"${file.part}": open(${JSON.stringify(file.name)}, "rb")},
)
print(response.json())`,
  };
}
