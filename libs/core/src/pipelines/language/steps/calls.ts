import { parseDuration, suggest, ERRORS, type ErrorCode } from '../../../kernel';
import { fileFields, rowsFields } from '../../../inference/declaration';
import { secretFields, type JsonSchema } from '../../../kernel/schema';
import { checkArguments } from './arguments';
import type { Catalogue, KnownCapability } from '../catalogue';
import type { StepDraft, StepScope } from './drafts';
import type { CallStep, Retry } from '../plan';
import { rowsReferredTo, stepsBefore } from './references';
import type { Diagnostics } from '../../syntax/diagnostics';
import type { DocNode, YamlEntry } from '../../syntax/document';
import { duration, map, names, oneOf, readKeywords, required, text, value, integer } from '../../syntax/keywords';
import { compileCondition, compileTemplate, type TemplateContext } from '../../syntax/template';
import { Fields } from '../../syntax/fields';

const DAY_MS = 86_400_000;
const CODES = Object.keys(ERRORS) as ErrorCode[];
const ONCE: Retry = { attempts: 1, backoff: 'exponential', delayMs: 1_000 };

export const RETRY_KEYWORDS = {
  attempts: integer(1, 20, 'Calls in all, the first one included; 3 when absent.'),
  backoff: oneOf(['fixed', 'exponential'], 'How the delay grows; exponential when absent.'),
  delay: duration(DAY_MS, 'Delay before the second attempt; 1s when absent.'),
  on: names('The error codes to retry; when absent, those that another attempt may fix.', { enum: CODES }),
};

/** Reads `retry`; without it a step is called once. */
function readRetry(entry: YamlEntry | undefined, diagnostics: Diagnostics): Retry {
  const fields = entry && Fields.of(entry.value, "'retry'", diagnostics);
  if (!fields) return ONCE;
  const { attempts = 3, backoff = 'exponential', delay = 1_000, on = [] } = readKeywords(fields, RETRY_KEYWORDS, "'retry'");
  const codes = on.flatMap(({ value, at }) => {
    const code = CODES.find((each) => each === value);
    if (!code) diagnostics.add(at, `'${value}' is not an error code.${suggest(value, CODES) || ` Known: ${CODES.join(', ')}.`}`);
    return code ?? [];
  });
  return { attempts, backoff, delayMs: delay, on: fields.has('on') ? codes : undefined };
}

const MAX_CACHE_MS = 366 * DAY_MS;
const DEFAULT_CACHE_MS = 30 * DAY_MS;

/** The keywords that calls and blocks share. */
export const STEP_KEYWORDS = {
  id: required(text('Its name in expressions.', 'name')),
  if: value('CEL', { type: ['string', 'boolean'] }, 'The step runs only if this is true. It is CEL without `${{ }}`.'),
  needs: names('Steps that must end first, where the order does not follow from a reference.'),
  on_error: oneOf(['fail', 'continue'], 'With `continue`, a failure of the step gives null.'),
};

/** The keywords of a step that calls a capability. */
export const CALL_KEYWORDS = {
  ...STEP_KEYWORDS,
  uses: required(text('The capability.', 'capability')),
  with: value('map', { type: 'object' }, 'The parameters of the capability.'),
  retry: map(RETRY_KEYWORDS, 'Calls again after a failure.'),
  timeout: duration(DAY_MS, 'Time limit of the call. Waiting for a worker does not count.'),
  cache: value(
    'duration, true',
    { type: ['string', 'boolean'] },
    'How long a result is used again for equal input and content; `true` is 30d.',
  ),
};

interface Inputs {
  properties?: Record<string, JsonSchema>;
}

/** A secret in a parameter. */
interface SecretUse {
  name: string;
  field: string;
}

/** Reads a step that calls a capability. `siblings` are the ids of its list. */
export function readCall(draft: StepDraft, siblings: readonly string[], scope: StepScope): CallStep {
  const { catalogue, diagnostics, schemas, secrets, outer } = scope;
  const { id, fields } = draft;
  const read = readKeywords(fields, CALL_KEYWORDS, 'A step', id ? `The step '${id}'` : 'A step');
  const used = new Set<string>();
  const context = { schemas, diagnostics, used };
  const capability = findCapability(read.uses, fields.entry('uses'), catalogue, diagnostics);
  const secretsUsed: SecretUse[] = [];
  const inside = (key: string): TemplateContext => {
    if (capability && !secretFields(capability.input).includes(key)) return context;
    const onSecret = (name: string) => void secretsUsed.push({ name, field: key });
    return { ...context, schemas: new Map(schemas).set('secrets', secrets), onSecret };
  };
  const parameters = { ...context, inside, place: { step: id, key: 'with' } };
  const template = read.with ? compileTemplate(read.with.value, parameters) : { kind: 'constant' as const, value: {} };
  const empty: DocNode = { kind: 'map', at: fields.entry('uses')?.at ?? draft.at, entries: [] };
  if (capability) checkArguments(read.with?.value ?? empty, template, capability, diagnostics);
  const condition = read.if && compileCondition(read.if.value, { ...context, place: { step: id, key: 'if' } });
  for (const name of used) outer?.add(name);
  return {
    kind: 'call',
    id,
    uses: read.uses ?? '',
    with: template,
    condition,
    after: stepsBefore(used, read.needs ?? [], siblings, diagnostics),
    onError: read.on_error ?? 'fail',
    retry: readRetry(read.retry, diagnostics),
    timeoutMs: read.timeout,
    cacheMs: readCache(read.cache, capability, diagnostics),
    rowFields: capability ? rowsFields(capability.input as Inputs) : [],
    fileFields: capability ? fileFields(capability.input as Inputs) : [],
    secrets: [...new Set(secretsUsed.map(({ name }) => name))],
    secretFields: [...new Set(secretsUsed.map(({ field }) => field))],
    looksInto: rowsReferredTo(used),
  };
}

function findCapability(
  uses: string | undefined,
  entry: YamlEntry | undefined,
  catalogue: Catalogue,
  diagnostics: Diagnostics,
): KnownCapability | undefined {
  const found = catalogue.get(uses ?? '');
  if (uses === undefined || found) return found;
  const known = [...catalogue.keys()];
  const hint = suggest(uses, known) || ` Installed: ${known.join(', ')}.`;
  diagnostics.add(entry!.value.at, `No capability is called '${uses}'.${hint}`);
  return undefined;
}

function readCache(
  entry: YamlEntry | undefined,
  capability: KnownCapability | undefined,
  diagnostics: Diagnostics,
): number | undefined {
  if (!entry) return undefined;
  const value = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (value === false) return undefined;
  if (capability && !capability.deterministic) {
    diagnostics.add(entry.at, `${capability.id} may answer differently each time: its results cannot be cached.`);
  }
  const ms = value === true ? DEFAULT_CACHE_MS : typeof value === 'string' ? parseDuration(value) : undefined;
  if (ms !== undefined && ms > 0 && ms <= MAX_CACHE_MS) return ms;
  diagnostics.add(entry.value.at, "'cache' must be a duration such as 12h or 30d, at most 366d, or true for 30d.");
  return undefined;
}
