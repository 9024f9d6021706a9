import { expectBlock, table } from './generated-block';
import { blockKeywords } from '../../../libs/core/src/pipelines/language/steps/blocks';
import { CALL_KEYWORDS } from '../../../libs/core/src/pipelines/language/steps/calls';
import { forEachKeywords } from '../../../libs/core/src/pipelines/language/steps/for-each';
import { INPUT_KEYWORDS } from '../../../libs/core/src/pipelines/language/inputs';
import { outputKeywords } from '../../../libs/core/src/pipelines/language/outputs';
import { EVENT_KEYWORDS, pipelineKeywords } from '../../../libs/core/src/pipelines/language/pipeline-keywords';
import { RETRY_KEYWORDS } from '../../../libs/core/src/pipelines/language/steps/calls';
import type { Keywords } from '../../../libs/core/src/pipelines/syntax';
import { TRIGGER_KEYWORDS } from '../../../libs/core/src/pipelines/language/triggers';
import { itemSources, operations as known, triggerSources } from '../../../libs/core/src/pipelines/kinds';
import { toJsonSchema, type JsonSchema } from '../../../libs/core/src/kernel/schema';
import '../../harness/own-kinds';
import { HMAC_KEYWORDS, VERIFY_KEYWORDS } from '../../../libs/plugins/arrivals/webhook/verify';

const UPDATE = 'UPDATE_KEYWORDS=1 npx jest test/e2e/docs/keywords-page';

const MAPS: [string, Keywords][] = [
  ['Top level', pipelineKeywords()],
  ['An input', INPUT_KEYWORDS],
  ['`events`', EVENT_KEYWORDS],
  ['A step that calls a capability', CALL_KEYWORDS],
  ['`retry`', RETRY_KEYWORDS],
  ['A step with `for_each`', blockKeywords()],
  ['`for_each`', forEachKeywords()],
  ['An output', outputKeywords()],
  ['Every trigger', TRIGGER_KEYWORDS],
  ...triggerSources.values().map(({ name, keywords }): [string, Keywords] => [`A trigger with \`${name}\``, keywords]),
  ['`verify`', VERIFY_KEYWORDS],
  ['`hmac`', HMAC_KEYWORDS],
];

const keywords = MAPS.map(([title, map]) => {
  const rows = Object.entries(map).map(([name, { values, description, isRequired }]) => [
    `\`${name}\`${isRequired ? ' (required)' : ''}`,
    values,
    description,
  ]);
  return `### ${title}\n\n${table(['keyword', 'value', 'meaning'], rows)}`;
});

const sources = itemSources.values().map(({ name, keyword, documentation }) => {
  return [`\`${name}\``, keyword.description, documentation.items, documentation.key];
});

const operations = known.values().map(({ id, summary, description, input, output }) => {
  const fields = (schema: JsonSchema) =>
    Object.entries(schema.properties ?? {}).map(([name, { type, enum: values, default: value, description: says }]) => [
      `\`${name}\`${schema.required?.includes(name) ? ' (required)' : ''}`,
      values ? values.map((each) => `\`${String(each)}\``).join(', ') : String(type),
      `${says ?? ''}${value === undefined || Array.isArray(value) ? '' : ` \`${JSON.stringify(value).replaceAll('"', '')}\` when absent.`}`,
    ]);
  const head = ['parameter', 'value', 'meaning'];
  const tables = [
    table(head, fields(toJsonSchema(input))),
    'It gives:',
    table(['field', 'value', 'meaning'], fields(toJsonSchema(output))),
  ];
  return [`### \`${id}\``, `${summary} ${description ?? ''}`.trim(), ...tables].join('\n\n');
});

const BLOCKS = {
  operations: operations.join('\n\n'),
  sources: table(['source', 'reads', 'items', 'default key'], sources),
  keywords: keywords.join('\n\n'),
};

test.each(Object.entries(BLOCKS))(`the page on pipelines has the %s of the parser (to update it: ${UPDATE})`, (name, text) => {
  expectBlock({ page: 'docs/reference/pipelines.md', name, text, update: process.env['UPDATE_KEYWORDS'] !== undefined });
});
