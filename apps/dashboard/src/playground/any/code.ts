import { bodyOf, type Values } from './form-values';

interface Asked {
  capability: Parameters<typeof bodyOf>[0] & { path: string };
  values: Values;
  file?: { name: string };
}

type Language = 'curl' | 'TypeScript' | 'Python';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** A value as Python writes it. */
function python(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(
    ([name, each]) => `${inner}${open === '[' ? '' : `${JSON.stringify(name)}: `}${python(each, inner)}`,
  );
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')},\n${indent}${close}`;
}

/** Programs that ask the same, with the key from the environment. */
export function codeOf({ capability, values, file }: Asked, origin: string): Record<Language, string> {
  const body = bodyOf(capability, values);
  const address = `${origin}${capability.path}`;
  if (!file) return jsonCode(address, body);
  const [part] = capability.media_fields as [string];
  const fields = Object.entries(body).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
  return formCode(address, fields, { part, name: file.name });
}

const curl = (address: string): string => `curl ${address} \\\n  -H "Authorization: Bearer $PERCEPT_KEY" \\\n`;

function jsonCode(address: string, body: Record<string, unknown>): Record<Language, string> {
  return {
    curl: `${curl(address)}  --json ${quoted(JSON.stringify(body))}`,
    TypeScript: `import { env } from 'node:process';

const response = await fetch('${address}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${env.PERCEPT_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});
console.log(await response.json());`,
    Python: `import os, requests

response = requests.post(
    "${address}",
    headers={"Authorization": f"Bearer {os.environ['PERCEPT_KEY']}"},
    json=${python(body, '    ')},
)
print(response.json())`,
  };
}

function formCode(
  address: string,
  fields: readonly (readonly [string, string])[],
  file: { part: string; name: string },
): Record<Language, string> {
  return {
    curl: `${curl(address)}${fields.map(([name, value]) => `  -F ${quoted(`${name}=${value}`)} \\\n`).join('')}  -F ${quoted(`${file.part}=@${file.name}`)}`,
    TypeScript: `import { openAsBlob } from 'node:fs';
import { env } from 'node:process';

const form = new FormData();
${fields.map(([name, value]) => `form.append('${name}', ${JSON.stringify(value)});\n`).join('')}form.append('${file.part}', await openAsBlob(${JSON.stringify(file.name)}));
const response = await fetch('${address}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${env.PERCEPT_KEY}\` },
  body: form,
});
console.log(await response.json());`,
    Python: `import os, requests

response = requests.post(
    "${address}",
    headers={"Authorization": f"Bearer {os.environ['PERCEPT_KEY']}"},
    data=${python(fields, '    ')},
    files={"${file.part}": open(${JSON.stringify(file.name)}, "rb")},
)
print(response.json())`,
  };
}
