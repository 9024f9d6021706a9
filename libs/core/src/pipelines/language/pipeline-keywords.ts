import { fromKinds } from '../../kernel';
import { MAX_STEPS } from './steps/drafts';
import { INPUT_KEYWORDS } from './inputs';
import { outputKeywords } from './outputs';
import { PREDICTION_EVENTS } from './plan';
import { triggersSchema } from './triggers';
import { integer, keywordsSchema, map, names, oneOf, required, text, value, type Keyword } from '../syntax/keywords';

export const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,62}$/;
export const PIPELINE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const version: Keyword<1> = {
  description: 'The version of this language.',
  values: '1',
  schema: { const: 1 },
  read(fields, name) {
    const entry = fields.entry(name);
    const isOne = entry?.value.kind === 'scalar' && entry.value.value === 1;
    if (entry && !isOne) fields.refuse(name, 'must be 1');
    return isOne ? 1 : undefined;
  },
};

export const EVENT_KEYWORDS = {
  predictions: oneOf(PREDICTION_EVENTS, 'Which calls emit prediction.completed and prediction.failed; all when absent.'),
};

const STEPS_SCHEMA = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_STEPS,
  items: { anyOf: [{ $ref: '#/definitions/call' }, { $ref: '#/definitions/block' }] },
};

/** The keywords at the top of a pipeline. */
export const pipelineKeywords = fromKinds(() => ({
  version: required(version),
  name: required(text('Its name, which is part of its address.', 'letters, digits, _ and -', PIPELINE_NAME.source)),
  description: text('What it is for.'),
  concurrency: integer(1, 1_000, 'Runs that execute at a time, over all processes; any number when absent.'),
  priority: integer(-100, 100, 'Runs with a higher priority start first; 0 when absent.'),
  inputs: value(
    'map of inputs',
    { type: 'object', additionalProperties: keywordsSchema(INPUT_KEYWORDS) },
    'The values that a start may give.',
  ),
  secrets: names('The secrets that steps may use as `${{ secrets.NAME }}`.', { type: 'string', pattern: SECRET_NAME.source }),
  triggers: value('list of triggers', triggersSchema(), 'What starts a run without a request.'),
  events: map(EVENT_KEYWORDS, 'Which events the calls of a run emit.'),
  steps: required(value('list of steps', STEPS_SCHEMA, 'What the pipeline does.')),
  outputs: value('list of outputs', { type: 'array', items: keywordsSchema(outputKeywords()) }, 'Files that the run writes.'),
}));
