import { PerceptError } from '@percept/sdk';
import { readJsonBody, type DoorAnswer, type DoorCall, type Json } from '@percept/sdk/doors';
import { OpenAiError } from './openai-error';

/** OpenAI's limit: larger lists are refused. */
const MAX_INPUTS = 2_048;
/** Names of OpenAI's own models. Our default answers in their place. */
const THEIRS = /^text-embedding-/;

interface Embedded {
  embedding: number[];
  dimensions: number;
  tokens: number;
  model: { name: string };
}

/** `POST /v1/embeddings`. Answers one text at a time: a batch must not crowd out other callers. */
export async function embeddings(call: DoorCall): Promise<DoorAnswer> {
  const body = readJsonBody(call.body);
  const texts = readTexts(body.input);
  const write = readFormat(body);
  const model = readModel(body.model);
  const data: object[] = [];
  let [promptTokens, name] = [0, ''];
  for (const [index, text] of texts.entries()) {
    const { embedding, dimensions, tokens, ...found } = await embed(call, text, model);
    checkDimensions(body.dimensions, dimensions, found.model.name);
    data.push({ object: 'embedding', index, embedding: write(embedding) });
    promptTokens += tokens;
    name = found.model.name;
  }
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens };
  return { body: { object: 'list', data, model: name, usage } };
}

async function embed(call: DoorCall, text: string, model: string | undefined): Promise<Embedded> {
  try {
    const fields = { text, ...(model !== undefined && { model }) };
    return (await call.call<Embedded>('text.embed', { fields })).output;
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    const { field, reason = error.message } = error.details ?? {};
    if (field === 'model') throw new OpenAiError('model_not_found', 'model', error.message);
    if (field === 'text') throw PerceptError.invalid('input', reason);
    throw error;
  }
}

function readTexts(value: unknown): string[] {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (texts.length === 0) throw PerceptError.invalid('input', 'must not be empty.');
  if (texts.length > MAX_INPUTS)
    throw PerceptError.invalid('input', `has ${texts.length} texts; at most ${MAX_INPUTS} are answered in one call.`);
  for (const each of texts)
    if (typeof each !== 'string')
      throw PerceptError.invalid(
        'input',
        'must be a text or a list of texts: the model has tokens of its own, so send no tokens.',
      );
  return texts as string[];
}

/** OpenAI's own names mean our default. */
function readModel(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') throw PerceptError.invalid('model', 'must be the name of a model.');
  return THEIRS.test(value) ? undefined : value;
}

function readFormat({ encoding_format: format }: Json): (vector: number[]) => number[] | string {
  if (format === undefined || format === null || format === 'float') return (vector) => vector;
  if (format === 'base64') return (vector) => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
  throw PerceptError.invalid('encoding_format', 'must be float or base64.');
}

/** Refuses to shorten a vector: the short one would belong to another space. */
function checkDimensions(wanted: unknown, dimensions: number, model: string): void {
  if (wanted === undefined || wanted === null || wanted === dimensions) return;
  throw PerceptError.invalid('dimensions', `must be ${dimensions} or left out: the model '${model}' has no other vectors.`);
}
