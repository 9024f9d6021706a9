import type { Diagnostic } from './syntax/diagnostic';
import { createHash } from 'node:crypto';
import type { CapabilityDefinition } from '../../sdk/declaration';
import { blockShape, readBlock } from './blocks';
import { toCatalogue, type Catalogue } from './catalogue';
import { readDocument, type DocNode } from './syntax/document';
import { Fields } from './syntax/fields';
import type { Diagnostics } from './syntax/diagnostics';
import { inOrder } from './graph';
import { inputsShape, readInputs } from './inputs';

import { PREDICTION_EVENTS, type Plan, type Step } from './plan';
import { objectShape, type Shape, type Shapes } from './syntax/schema-shape';
import { parseOutputs } from './outputs';
import { outcomeShape, readCall, readDrafts, type Draft, type StepScope } from './steps';
import { readTriggers } from './triggers';

const KEYS = [
  'version',
  'name',
  'description',
  'concurrency',
  'priority',
  'inputs',
  'secrets',
  'triggers',
  'steps',
  'outputs',
  'events',
];
const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,62}$/;
const PIPELINE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

export interface Parsed {
  /** Undefined where there are findings. */
  plan: Plan | undefined;
  /** In the order of the text. */
  findings: Diagnostic[];
  /** SHA-256 of the text, hex. */
  revision: string;
}

/**
 * Reads and checks the text of a pipeline. Never throws: mistakes are findings, several at once.
 * @param address the name that the text must have, where it is known.
 */
export function parsePipeline(source: string, file: string, catalogue: Catalogue, address?: string): Parsed {
  const { root, findings } = readDocument(source, file);
  const plan = root && !findings.any ? readPlan(root, { catalogue, findings, address }) : undefined;
  const revision = createHash('sha256').update(source).digest('hex');
  return { plan: plan && !findings.any ? { ...plan, revision } : undefined, findings: findings.list(), revision };
}

type Unrevised = Omit<Plan, 'revision'>;

interface Reading {
  catalogue: Catalogue;
  findings: Diagnostics;
  address?: string;
}

function readPlan(root: DocNode, { catalogue, findings, address }: Reading): Unrevised | undefined {
  const fields = Fields.of(root, 'A pipeline', findings)?.only(KEYS, { what: 'A pipeline' });
  if (!fields) return undefined;
  fields.require(['version', 'name', 'steps'], 'A pipeline');
  const version = fields.entry('version');
  if (version && !(version.value.kind === 'scalar' && version.value.value === 1)) {
    findings.add(version.value.at, "'version' must be 1.");
  }
  const name = fields.text('name') ?? '';
  if (name && !PIPELINE_NAME.test(name)) {
    findings.add(
      fields.entry('name')!.value.at,
      `'${name}' is no name: letters, digits, _ and - only, since it is part of an address.`,
    );
  } else if (name && address !== undefined && name !== address) {
    findings.add(fields.entry('name')!.value.at, `The text says '${name}', the address '${address}': make them alike.`);
  }
  const inputs = readInputs(fields.entry('inputs'), findings);
  const given: Shapes = new Map([
    ['inputs', inputsShape(inputs)],
    ['run', objectShape({ id: 'string', pipeline: 'string', created_at: 'string' })],
  ]);
  const secrets = readSecrets(fields, findings);
  const { steps, shapes } = readSteps(fields, given, { catalogue, findings, secrets: secretsShape(secrets) });
  const outputs = parseOutputs(fields.entry('outputs'), { findings, pathShapes: given, shapes });
  const triggers = readTriggers(fields.entry('triggers'), { findings, inputs });
  const description = fields.has('description') ? fields.text('description') : undefined;
  const predictions = readEvents(fields, findings);
  const concurrency = fields.integer('concurrency', 1, 1_000);
  const priority = fields.integer('priority', -100, 100);
  return { name, description, concurrency, priority, inputs, triggers, secrets, steps, outputs, predictions };
}

function readSecrets(fields: Fields, findings: Diagnostics): string[] {
  return fields.texts('secrets').flatMap(({ value, at }) => {
    if (SECRET_NAME.test(value)) return value;
    findings.add(
      at,
      `'${value}' is no name of a secret: capital letters, digits and _ only, as in PERCEPT_SECRET_${value.toUpperCase().replace(/\W+/g, '_')}.`,
    );
    return [];
  });
}

const secretsShape = (names: readonly string[]): Shape => objectShape(Object.fromEntries(names.map((name) => [name, 'string'])));

/** Which items are told of by events of their own. */
function readEvents(fields: Fields, findings: Diagnostics): Plan['predictions'] {
  const entry = fields.entry('events');
  const events = entry && Fields.of(entry.value, "'events'", findings)?.only(['predictions'], { what: "'events'" });
  return events?.oneOf('predictions', PREDICTION_EVENTS) ?? 'all';
}

type Checks = Pick<StepScope, 'catalogue' | 'findings' | 'secrets'>;

function readSteps(fields: Fields, given: Shapes, { catalogue, findings, secrets }: Checks): { steps: Step[]; shapes: Shapes } {
  const entry = fields.entry('steps');
  if (!entry) return { steps: [], shapes: given };
  const drafts = readDrafts(entry.value, entry.at, [...given.keys()], findings);
  const ids = drafts.map(({ id }) => id);
  const outcome = (draft: Draft) => (draft.fields.has('for_each') ? blockShape() : outcomeShape(draft, catalogue));
  const shapes = new Map([...given, ...drafts.map((draft): [string, Shape] => [draft.id, outcome(draft)])]);
  const scope = { catalogue, findings, shapes, secrets };
  const steps = drafts.map((draft) =>
    draft.fields.has('for_each') ? readBlock(draft, ids, scope) : readCall(draft, ids, scope),
  );
  const placeOf = ({ id }: Step) => drafts.find((draft) => draft.id === id)!.idAt;
  return { steps: inOrder(steps, placeOf, findings), shapes };
}

/** The mistakes of a pipeline, given the capabilities that it may use: needs no database and no running host. */
export function checkPipeline(
  source: string,
  file: string,
  capabilities: ReadonlyMap<string, CapabilityDefinition>,
): Diagnostic[] {
  return parsePipeline(source, file, toCatalogue(capabilities)).findings;
}
