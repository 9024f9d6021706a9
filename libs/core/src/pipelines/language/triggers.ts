import { fromKinds, suggest } from '../../kernel';
import { triggerSource, triggerSources, type TriggerSettings } from '../kinds';
import type { InputSpec } from './plan';
import type { Diagnostics } from '../syntax/diagnostics';
import type { DocNode, YamlEntry } from '../syntax/document';
import { Fields, plainValue, refuseSecrets } from '../syntax/fields';
import { boolean, integer, keywordsSchema, oneOf, readKeywords, text, value, type Keywords } from '../syntax/keywords';
import type { PropertySchema } from '../syntax/value-schema';
import { OVERLAPS, type TriggerSpec } from './trigger-spec';

/** The keywords of every trigger. */
export const TRIGGER_KEYWORDS = {
  id: text('Names the trigger; its position in the list when absent.', 'name'),
  inputs: value('map', { type: 'object' }, 'Values for inputs of the pipeline.'),
  overlap: oneOf(
    OVERLAPS,
    'What happens while its previous run is in progress; `skip` when absent for `cron` and `every`, else `allow`.',
  ),
  paused: boolean('It waits until somebody resumes it.'),
  pause_after: integer(1, 1_000, 'It pauses after this many failed runs in a row.'),
};

/** The keywords of a kind of trigger. */
export function triggerKeywords(kind: string): Keywords & typeof TRIGGER_KEYWORDS {
  return { ...triggerSource(kind).keywords, ...TRIGGER_KEYWORDS };
}

/** JSON Schema of `triggers`: one form for each kind. */
export const triggersSchema = fromKinds((): PropertySchema => ({
  type: 'array',
  items: { anyOf: triggerSources.names().map((kind) => keywordsSchema(triggerKeywords(kind))) },
}));

interface TriggerScope {
  diagnostics: Diagnostics;
  /** The inputs of the pipeline, for which a trigger may give values. */
  inputs: readonly InputSpec[];
  /** The secrets that the pipeline lists. */
  secrets: readonly string[];
}

/** Reads the `triggers` of a pipeline; mistakes are reported. */
export function readTriggerSpecs(entry: YamlEntry | undefined, scope: TriggerScope): TriggerSpec[] {
  if (!entry) return [];
  const { diagnostics } = scope;
  if (entry.value.kind !== 'list') {
    const kinds = triggerSources
      .names()
      .map((kind) => `'- ${kind}:'`)
      .join(', ');
    diagnostics.add(entry.value.at, `'triggers' must be a list: lines that start with ${kinds}.`);
    return [];
  }
  const ids = new Set<string>();
  return entry.value.items.flatMap((node, index) => {
    const spec = readTrigger(node, String(index + 1), scope);
    if (!spec) return [];
    if (ids.has(spec.id)) diagnostics.add(node.at, `Two triggers are called '${spec.id}'.`);
    ids.add(spec.id);
    return [spec];
  });
}

function readTrigger(node: DocNode, position: string, scope: TriggerScope): TriggerSpec | undefined {
  const { diagnostics, inputs } = scope;
  const fields = Fields.of(node, 'A trigger', diagnostics);
  if (!fields) return undefined;
  const known = triggerSources.names();
  const kind = known.find((each) => fields.has(each));
  if (!kind) {
    const [first] = fields.entries;
    const hint = first ? suggest(first.key, known) : '';
    diagnostics.add(node.at, `A trigger needs one of ${known.join(', ')}.${hint}`);
    return undefined;
  }
  const source = triggerSource(kind);
  const keywords = triggerKeywords(kind);
  const values = readKeywords(fields, keywords, `A trigger with '${kind}'`);
  for (const { key, value } of fields.entries) if (!keywords[key]?.acceptsSecrets) refuseSecrets(value, diagnostics);
  const input = (values['input'] as string | undefined) ?? source.defaultInput;
  if (input && !inputs.some(({ name }) => name === input)) {
    const reason = `The pipeline has no input '${input}' for the value of the trigger. Declare it under 'inputs', or name another: input: NAME.`;
    diagnostics.add(fields.entry('input')?.value.at ?? fields.at, reason);
  }
  const settings: TriggerSettings = { kind, settings: source.parse(values, fields) };
  checkNames(settings, fields, scope);
  return {
    ...settings,
    id: values.id ?? position,
    inputs: readInputs(values.inputs, { diagnostics, inputs }),
    overlap: values.overlap ?? (source.clock ? 'skip' : 'allow'),
    pauseAfter: values.pause_after,
    paused: values.paused ?? false,
    input,
  };
}

/** Checks the other names of the pipeline that a trigger refers to. */
function checkNames({ kind, settings }: TriggerSettings, fields: Fields, { inputs, secrets }: TriggerScope): void {
  const source = triggerSource(kind);
  for (const keyword of source.inputNames ?? []) {
    const name = fields.has(keyword) ? fields.text(keyword) : undefined;
    if (name === undefined || inputs.some((input) => input.name === name && input.type === 'object')) continue;
    fields.refuse(keyword, `names no input of the type object: declare '${name}: { type: object }' under 'inputs'`);
  }
  const secret = source.secretOf?.(settings);
  if (secret !== undefined && !secrets.includes(secret))
    fields.refuse(
      'verify',
      `uses the secret '${secret}', which the pipeline does not list: write 'secrets: [${secret}]' at its top`,
    );
}

function readInputs(
  entry: YamlEntry | undefined,
  { diagnostics, inputs }: Omit<TriggerScope, 'secrets'>,
): Record<string, unknown> {
  if (!entry) return {};
  if (entry.value.kind !== 'map') {
    diagnostics.add(entry.value.at, "The 'inputs' of a trigger must be a map of 'name: value' lines.");
    return {};
  }
  for (const { key, at } of entry.value.entries) {
    if (!inputs.some(({ name }) => name === key)) diagnostics.add(at, `The pipeline has no input '${key}'.`);
  }
  return plainValue(entry.value) as Record<string, unknown>;
}
