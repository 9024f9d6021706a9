import { createHash } from 'node:crypto';
import type { CapabilityDefinition } from '../../inference/declaration';
import { blockSchema, readBlock } from './steps/blocks';
import { readCall } from './steps/calls';
import { toCatalogue, type Catalogue } from './catalogue';
import { outcomeSchema, readDrafts, type StepDraft, type StepScope } from './steps/drafts';
import { inOrder } from './graph';
import { inputsSchema, readInputs } from './inputs';
import { parseOutputs } from './outputs';
import { EVENT_KEYWORDS, pipelineKeywords, PIPELINE_NAME, SECRET_NAME } from './pipeline-keywords';
import type { Plan, Step } from './plan';
import type { Diagnostic } from '../syntax/diagnostic';
import type { Diagnostics } from '../syntax/diagnostics';
import { readYamlDocument, type DocNode, type YamlEntry } from '../syntax/document';
import { Fields, refuseSecrets } from '../syntax/fields';
import { readKeywords } from '../syntax/keywords';
import { objectSchema, type NameSchemas, type ValueSchema } from '../syntax/value-schema';
import { readTriggerSpecs } from './triggers';

export interface Parsed {
  /** Undefined if there are mistakes. */
  plan: Plan | undefined;
  /** In the order of the text. */
  diagnostics: Diagnostic[];
  /** SHA-256 of the text, hex. */
  revision: string;
}

/**
 * Reads and checks the text of a pipeline. It never throws: it reports all mistakes as diagnostics.
 * @param address the name that the text must have, if it is known.
 */
export function parsePipeline(source: string, file: string, catalogue: Catalogue, address?: string): Parsed {
  const { root, diagnostics } = readYamlDocument(source, file);
  const plan = root && !diagnostics.any ? readPlan(root, { catalogue, diagnostics, address }) : undefined;
  const revision = createHash('sha256').update(source).digest('hex');
  return { plan: plan && !diagnostics.any ? { ...plan, revision } : undefined, diagnostics: diagnostics.list(), revision };
}

/** Keywords whose values have no expressions. `triggers` reads its own values. */
const PLAIN = ['name', 'description', 'inputs', 'events'];

type Unrevised = Omit<Plan, 'revision'>;

interface Reading {
  catalogue: Catalogue;
  diagnostics: Diagnostics;
  address?: string;
}

function readPlan(root: DocNode, { catalogue, diagnostics, address }: Reading): Unrevised | undefined {
  const fields = Fields.of(root, 'A pipeline', diagnostics);
  if (!fields) return undefined;
  const read = readKeywords(fields, pipelineKeywords(), 'A pipeline');
  const { name = '', description, concurrency, priority } = read;
  for (const { key, value } of fields.entries) if (PLAIN.includes(key)) refuseSecrets(value, diagnostics);
  if (name) checkName(name, fields.entry('name')!.value.at, address, diagnostics);
  const inputs = readInputs(read.inputs, diagnostics);
  const given: NameSchemas = new Map([
    ['inputs', inputsSchema(inputs)],
    ['run', objectSchema({ id: 'string', pipeline: 'string', created_at: 'string' })],
  ]);
  const secrets = readSecrets(read.secrets ?? [], diagnostics);
  const { steps, schemas } = readSteps(read.steps, given, { catalogue, diagnostics, secrets: secretsSchema(secrets) });
  const outputs = parseOutputs(read.outputs, { diagnostics, pathSchemas: given, schemas });
  const triggers = readTriggerSpecs(read.triggers, { diagnostics, inputs, secrets });
  const predictions = readPredictions(read.events, diagnostics);
  return { name, description, concurrency, priority, inputs, triggers, secrets, steps, outputs, predictions };
}

function checkName(name: string, at: number, address: string | undefined, diagnostics: Diagnostics): void {
  if (!PIPELINE_NAME.test(name)) {
    diagnostics.add(at, `'${name}' is not a name: use letters, digits, _ and - only, since it is part of an address.`);
  } else if (address !== undefined && name !== address) {
    diagnostics.add(at, `The text says '${name}', the address '${address}': make them equal.`);
  }
}

function readSecrets(given: readonly { value: string; at: number }[], diagnostics: Diagnostics): string[] {
  return given.flatMap(({ value, at }) => {
    if (SECRET_NAME.test(value)) return value;
    const example = `PERCEPT_SECRET_${value.toUpperCase().replace(/\W+/g, '_')}`;
    diagnostics.add(at, `'${value}' is not a name of a secret: use capital letters, digits and _ only, as in ${example}.`);
    return [];
  });
}

const secretsSchema = (names: readonly string[]): ValueSchema =>
  objectSchema(Object.fromEntries(names.map((name) => [name, 'string'])));

/** Reads which calls emit their own events. */
function readPredictions(entry: YamlEntry | undefined, diagnostics: Diagnostics): Plan['predictions'] {
  const fields = entry && Fields.of(entry.value, "'events'", diagnostics);
  return (fields && readKeywords(fields, EVENT_KEYWORDS, "'events'").predictions) ?? 'all';
}

type Checks = Pick<StepScope, 'catalogue' | 'diagnostics' | 'secrets'>;

function readSteps(
  entry: YamlEntry | undefined,
  given: NameSchemas,
  { catalogue, diagnostics, secrets }: Checks,
): { steps: Step[]; schemas: NameSchemas } {
  if (!entry) return { steps: [], schemas: given };
  const drafts = readDrafts(entry.value, entry.at, [...given.keys()], diagnostics);
  const ids = drafts.map(({ id }) => id);
  const isBlock = (draft: StepDraft) => draft.fields.has('for_each');
  const outcomes = drafts.map((draft): [string, ValueSchema] => {
    return [draft.id, isBlock(draft) ? blockSchema() : outcomeSchema(draft, catalogue)];
  });
  const schemas = new Map([...given, ...outcomes]);
  const scope = { catalogue, diagnostics, schemas, secrets };
  const steps = drafts.map((draft) => (isBlock(draft) ? readBlock(draft, ids, scope) : readCall(draft, ids, scope)));
  const placeOf = ({ id }: Step) => drafts.find((draft) => draft.id === id)!.idAt;
  return { steps: inOrder(steps, placeOf, diagnostics), schemas };
}

/** Checks a pipeline against the capabilities that it may use. Needs no database and no running host. */
export function checkPipeline(
  source: string,
  file: string,
  capabilities: ReadonlyMap<string, CapabilityDefinition>,
): Diagnostic[] {
  return parsePipeline(source, file, toCatalogue(capabilities)).diagnostics;
}
