import { children, compileExpression, ExpressionError } from './cel';
import type { DocNode, Entry } from './document';
import { Fields } from './fields';
import type { Findings } from './findings';
import { splitText, UnclosedExpression } from './interpolation';
import type { Sink } from './plan';
import type { Shapes } from './shapes';
import { compileTemplate, type Template } from './template';

const PLANNED = ['csv', 'json'];

/** What outputs are read in. */
export interface SinkScope {
  findings: Findings;
  /** `inputs` and `run`: a path must be known before anything runs. */
  pathShapes: Shapes;
  /** The outcomes of the steps too. */
  shapes: Shapes;
  /** Ids of the for_each blocks. */
  blocks: readonly string[];
}

/** Reads the `outputs` of a pipeline. */
export function readSinks(entry: Entry | undefined, scope: SinkScope): Sink[] {
  if (!entry) return [];
  if (entry.value.kind === 'list') return entry.value.items.flatMap((item) => readSink(item, scope) ?? []);
  scope.findings.add(entry.value.at, "'outputs' must be a list of files: lines that start with '- jsonl: path'.");
  return [];
}

function readSink(node: DocNode, { findings, pathShapes, shapes, blocks }: SinkScope): Sink | undefined {
  const fields = Fields.of(node, 'An output', findings)?.only(['jsonl', 'rows'], { planned: PLANNED, what: 'An output' });
  if (!fields) return undefined;
  if (!PLANNED.some((format) => fields.has(format))) fields.require(['jsonl'], 'An output');
  fields.require(['rows'], 'An output');
  const path = fields.entry('jsonl');
  const rows = fields.entry('rows');
  if (!path || !rows || fields.text('jsonl') === undefined) return undefined;
  const pathTemplate = compileTemplate(path.value, { shapes: pathShapes, findings, used: new Set() });
  const block = blockOf(rows.value, blocks);
  if (block) return { format: 'jsonl', path: pathTemplate, rows: { block } };
  const list = compileTemplate(rows.value, { shapes, findings, used: new Set() });
  if (!givesList(list)) {
    findings.add(rows.value.at, "'rows' must be one '${{ }}' that gives a list, such as ${{ photos.rows }}.");
  }
  return { format: 'jsonl', path: pathTemplate, rows: { list } };
}

function givesList(template: Template): boolean {
  return template.kind === 'constant' ? Array.isArray(template.value) : ['expression', 'list', 'broken'].includes(template.kind);
}

/** The block whose rows `${{ photos.rows }}` names; undefined where the value is something else. */
function blockOf(node: DocNode, blocks: readonly string[]): string | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  try {
    const [piece, ...more] = splitText(node.value.trim());
    if (!piece || !('expression' in piece) || more.length > 0) return undefined;
    const { ast } = compileExpression(piece.expression);
    const [of] = children(ast);
    const isRows = ast.op === '.' && (ast.args as unknown as [unknown, string])[1] === 'rows' && of?.op === 'id';
    return isRows ? blocks.find((id) => id === of.args) : undefined;
  } catch (error) {
    // The mistake is reported where the value is compiled.
    if (error instanceof ExpressionError || error instanceof UnclosedExpression) return undefined;
    throw error;
  }
}
