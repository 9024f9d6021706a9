import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITY_ANSWERS } from '../../../apps/api/src/service/openapi/capability-answers';
import { capabilityPath, type CapabilityDefinition } from '../../../libs/core/src/inference/declaration';
import { toJsonSchema, toOutputSchema, type JsonSchema } from '../../../libs/core/src/kernel/schema';
import { capabilities } from '../../harness/builtin-plugins';

const PAGE = join(__dirname, '..', '..', '..', 'docs', 'reference', 'capabilities.md');
const UPDATE = 'UPDATE_CAPABILITIES=1 npx jest test/e2e/docs/capabilities-page';

const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: string[][]) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function valuesOf({ type, enum: values, minimum, maximum, items }: JsonSchema): string {
  if (values) return values.map((each) => `\`${String(each).replace('\t', '\\t')}\``).join(', ');
  if (type === 'array') return items ? `list of ${valuesOf(items)}` : 'list';
  const range = minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : '';
  return `${String(type ?? 'any value')}${range}`;
}

/** The fields of a schema, those inside objects and lists included: `detections[].confidence`. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, before = ''): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${before}${name}`;
    const { description = '', default: value } = schema;
    const absent = value === undefined ? '' : ` \`${JSON.stringify(value)}\` when absent.`;
    const own = [
      `\`${field}\`${before === '' && required.includes(name) ? ' (required)' : ''}`,
      valuesOf(schema),
      description + absent,
    ];
    return [own, ...fieldsOf(schema, `${field}.`), ...fieldsOf(schema.items ?? {}, `${field}[].`)];
  });
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function section(capability: CapabilityDefinition): string {
  const { id, summary, description = '', examples: [example] = [], deterministic, long } = capability;
  const answer = CAPABILITY_ANSWERS[id];
  const notes = [deterministic && 'Pipelines may cache its results.', long && 'It may take minutes: call it asynchronously.'];
  return [
    `## ${id}`,
    [summary, description, ...notes].filter(Boolean).join(' '),
    `\`POST ${capabilityPath(capability)}\``,
    table(['parameter', 'value', 'meaning'], fieldsOf(toJsonSchema(capability.input))),
    ...(example ? ['A request:', json(example)] : []),
    table(['field of the answer', 'value', 'meaning'], fieldsOf(toOutputSchema(capability))),
    ...(answer ? ['An answer, with long lists cut:', json(answer)] : []),
  ].join('\n\n');
}

const sections = [...capabilities.values()].map(section).join('\n\n');

test(`the page of capabilities has what their classes declare (to update it: ${UPDATE})`, () => {
  const block = /(<!-- capabilities -->\n\n)([^]*?)(\n\n<!-- \/capabilities -->)/;
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(block);
  const written = page.replace(block, (_, open, _old, close) => `${open}${sections}${close}`);
  if (process.env['UPDATE_CAPABILITIES']) writeFileSync(PAGE, written);
  expect(readFileSync(PAGE, 'utf8')).toBe(written);
});

test('every capability has an example and an answer to show', () => {
  const without = [...capabilities.values()].filter(({ id, examples }) => !examples?.length || !CAPABILITY_ANSWERS[id]);
  expect(without.map(({ id }) => id)).toEqual([]);
});
