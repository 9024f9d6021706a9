import { fromKinds } from '../../kernel';
import { outputFormats } from '../kinds';
import type { OutputSpec } from './plan';
import type { Diagnostics } from '../syntax/diagnostics';
import type { DocNode, YamlEntry } from '../syntax/document';
import { Fields } from '../syntax/fields';
import { readKeywords, required, text, value, type Keywords } from '../syntax/keywords';
import { rowsReferredTo } from './steps/references';
import { compileTemplate, type Template } from '../syntax/template';
import type { NameSchemas } from '../syntax/value-schema';

const ROWS = {
  rows: required(value('expression', { type: ['string', 'array'] }, 'The rows of a step, or an expression that gives a list.')),
};

/** The keywords of an output. */
export const outputKeywords = fromKinds((): Keywords & typeof ROWS => ({
  ...Object.fromEntries(outputFormats.values().map(({ name, description }) => [name, text(description, 'path')])),
  ...ROWS,
}));

interface OutputScope {
  diagnostics: Diagnostics;
  /** The schemas of `inputs` and `run`: a path must be known before anything runs. */
  pathSchemas: NameSchemas;
  /** Those of `pathSchemas` and the outcomes of the steps. */
  schemas: NameSchemas;
}

export function parseOutputs(entry: YamlEntry | undefined, scope: OutputScope): OutputSpec[] {
  if (!entry) return [];
  if (entry.value.kind === 'list') return entry.value.items.flatMap((item) => parseOutput(item, scope) ?? []);
  scope.diagnostics.add(entry.value.at, "'outputs' must be a list of files: lines that start with '- jsonl: path'.");
  return [];
}

function parseOutput(node: DocNode, { diagnostics, pathSchemas, schemas }: OutputScope): OutputSpec | undefined {
  const fields = Fields.of(node, 'An output', diagnostics);
  if (!fields) return undefined;
  const known = outputFormats.names();
  const given = known.filter((name) => fields.has(name));
  if (given.length !== 1) diagnostics.add(node.at, `An output needs exactly one of ${known.join(', ')}: the path of its file.`);
  const { rows, ...paths } = readKeywords(fields, outputKeywords(), 'An output');
  const [format] = given;
  if (!format || !rows || paths[format] === undefined) return undefined;
  const path = compileTemplate(fields.entry(format)!.value, {
    schemas: pathSchemas,
    diagnostics,
    used: new Set(),
    place: { key: `outputs.${format}` },
  });
  const used = new Set<string>();
  const template = compileTemplate(rows.value, { schemas, diagnostics, used, place: { key: 'outputs.rows' } });
  if (!givesList(template)) {
    diagnostics.add(rows.value.at, "'rows' must be one '${{ }}' that gives a list, such as ${{ photos.rows }}.");
  }
  const after = [...used].filter((name) => !name.includes('.') && !pathSchemas.has(name));
  return { format, path, rows: template, after, looksInto: rowsReferredTo(used) };
}

function givesList(template: Template): boolean {
  return template.kind === 'constant' ? Array.isArray(template.value) : !['text', 'map'].includes(template.kind);
}
