import type { DocNode, Entry } from './syntax/document';
import { Fields } from './syntax/fields';
import type { Diagnostics } from './syntax/diagnostics';
import { OUTPUT_FORMATS, type OutputSpec } from './plan';
import type { Shapes } from './syntax/schema-shape';
import { lookedInto } from './steps';
import { compileTemplate, type Template } from './syntax/template';

/** What outputs are read in. */
export interface OutputScope {
  findings: Diagnostics;
  /** `inputs` and `run`: a path must be known before anything runs. */
  pathShapes: Shapes;
  /** The outcomes of the steps too. */
  shapes: Shapes;
}

/** Reads the `outputs` of a pipeline. */
export function parseOutputs(entry: Entry | undefined, scope: OutputScope): OutputSpec[] {
  if (!entry) return [];
  if (entry.value.kind === 'list') return entry.value.items.flatMap((item) => readSink(item, scope) ?? []);
  scope.findings.add(entry.value.at, "'outputs' must be a list of files: lines that start with '- jsonl: path'.");
  return [];
}

function readSink(node: DocNode, { findings, pathShapes, shapes }: OutputScope): OutputSpec | undefined {
  const fields = Fields.of(node, 'An output', findings)?.only([...OUTPUT_FORMATS, 'rows'], { what: 'An output' });
  if (!fields) return undefined;
  const formats = OUTPUT_FORMATS.filter((format) => fields.has(format));
  if (formats.length !== 1)
    findings.add(node.at, `An output needs exactly one of ${OUTPUT_FORMATS.join(', ')}: the path of its file.`);
  fields.require(['rows'], 'An output');
  const [format] = formats;
  const rows = fields.entry('rows');
  if (!format || !rows || fields.text(format) === undefined) return undefined;
  const path = compileTemplate(fields.entry(format)!.value, { shapes: pathShapes, findings, used: new Set() });
  const used = new Set<string>();
  const template = compileTemplate(rows.value, { shapes, findings, used });
  if (!givesList(template)) {
    findings.add(rows.value.at, "'rows' must be one '${{ }}' that gives a list, such as ${{ photos.rows }}.");
  }
  const after = [...used].filter((name) => !name.includes('.') && !pathShapes.has(name));
  return { format, path, rows: template, after, looksInto: lookedInto(used) };
}

function givesList(template: Template): boolean {
  return template.kind === 'constant' ? Array.isArray(template.value) : !['text', 'map'].includes(template.kind);
}
