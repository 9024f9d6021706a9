import { Tensor } from 'onnxruntime-node';
import type { TimingRecorder } from '@percept/sdk';
import {
  type EmbeddedText,
  type EncodedText,
  type LoadedModel,
  type Session,
  type TextEmbedder,
  untimed,
} from '@percept/sdk/models';
import { BEGIN, END, Unigram, UNKNOWN_TOKEN } from './unigram';
import { openVocabulary, type PieceVocabulary } from './vocabulary';

/** Put before each text, as in the model's training. Texts that are compared with each other are queries. */
const PREFIXES = { query: 'query: ', passage: 'passage: ' } as const;
type Role = keyof typeof PREFIXES;
/** Tokens in one window; with one more at each end they fill the model's 512 places. */
const WINDOW = 510;
/**
 * The maximum number of windows for one vector: 10,000 characters of any language that the model knows. As many emoji are four times
 * as many tokens, and their time would grow with them.
 */
const MAX_WINDOWS = 8;
/** Limit of the tokens in one run, padding included: bounds the memory. */
const BATCH_TOKENS = 2_048;
/** The longest window of a run may be this many times as long as the shortest: padding costs as much as text. */
const MAX_FILLED = 1.2;
const WARM_TEXT = 'Hello';

interface Window {
  text: number;
  ids: Int32Array;
  /** Tokens at its beginning that belong to the prefix. */
  skip: number;
}

/** The network's answer for a window: its vector, or the states of its tokens. */
type Answer = Window & { values: Float32Array };

/** Reads a run's answers for windows that were padded to the same length. */
type Reader = (outputs: Outputs, feeds: { mask: Tensor; windows: readonly Window[]; length: number }) => Promise<Float32Array[]>;
type Outputs = Readonly<Record<string, Tensor>>;

/** @throws Error if the manifest has no section `text`, or the vocabulary is broken. */
export function openTextEmbedder(model: LoadedModel) {
  const { identity, session, head, vocabulary } = model;
  if (vocabulary === undefined || head === undefined)
    throw new Error(`Model '${identity.name}': the manifest of a text-embedding model needs the section 'text'.`);
  const words = openVocabulary(vocabulary);
  const runner = new WindowedEmbedder(model, head, words);
  const close = async (): Promise<void> => {
    words.close();
    await Promise.all([session.release(), head.release()]);
  };
  return { runner, warm: async () => void (await runner.embed([WARM_TEXT])), close };
}

class WindowedEmbedder implements TextEmbedder {
  readonly identity;
  readonly size;
  private readonly unigram: Unigram;
  /** Names of the outputs with the states of tokens; the head reads the last one. */
  private readonly layers: string[];
  private readonly prefixTokens: Readonly<Record<Role, number>>;

  constructor(
    private readonly model: LoadedModel,
    private readonly head: Session,
    private readonly vocabulary: PieceVocabulary,
  ) {
    this.identity = model.identity;
    this.size = vocabulary.width;
    this.unigram = new Unigram(vocabulary);
    this.layers = model.session.outputNames.filter((name) => name.startsWith('layer_'));
    const tokensOf = (role: Role) => this.unigram.tokenize(PREFIXES[role].trim()).ids.length;
    this.prefixTokens = { query: tokensOf('query'), passage: tokensOf('passage') };
  }

  get stateSize(): number {
    return this.layers.length * this.size;
  }

  async embed(
    texts: readonly string[],
    { timer = untimed, role = 'query' }: { timer?: TimingRecorder; role?: Role } = {},
  ): Promise<EmbeddedText[]> {
    const tokens = texts.map((text) => {
      const { known, ids, skip } = this.tokenize(text, role);
      const read = ids.subarray(0, MAX_WINDOWS * WINDOW);
      return { known, ids: read, skip, unread: ids.length - read.length };
    });
    const answers = await this.run(tokens, timer, (outputs, feeds) => this.readVectors(outputs, feeds));
    return tokens.map(({ known, ids, skip, unread }, i) => ({
      ...{ known, vector: meanOf(answers[i]!), tokens: ids.length - skip },
      ...(unread > 0 && { unread }),
    }));
  }

  async encode(texts: readonly string[], { timer = untimed } = {}): Promise<EncodedText[]> {
    const tokens = texts.map((text) => this.tokenize(text, 'query'));
    const answers = await this.run(tokens, timer, (outputs, feeds) => Promise.resolve(this.readStates(outputs, feeds)));
    return tokens.map(({ known, starts, ends }, i) => ({ known, starts, ends, states: joined(answers[i]!) }));
  }

  rows(texts: readonly string[]): EncodedText[] {
    return texts.map((text) => {
      const { known, ids, skip, starts, ends } = this.tokenize(text, 'query');
      const states = new Float32Array(starts.length * this.size);
      this.vocabulary.readRows(ids.subarray(skip), states, 0);
      return { known, starts, ends, states };
    });
  }

  /** Returns, for each text, the answers for its windows in order. */
  private async run(
    tokens: readonly { ids: Int32Array; skip: number }[],
    timer: TimingRecorder,
    read: Reader,
  ): Promise<Answer[][]> {
    const windows = tokens.flatMap(({ ids, skip }, text) => windowsOf(ids, text, skip));
    const order = windows.map((_, i) => i).sort((a, b) => windows[a]!.ids.length - windows[b]!.ids.length);
    const found: Float32Array[] = [];
    for (const batch of batches(order, (i) => windows[i]!.ids.length)) {
      const values = await timer.time('inference', () =>
        this.infer(
          batch.map((i) => windows[i]!),
          read,
        ),
      );
      batch.forEach((at, i) => (found[at] = values[i]!));
    }
    const answers: Answer[][] = tokens.map(() => []);
    windows.forEach((window, i) => answers[window.text]!.push({ ...window, values: found[i]! }));
    return answers;
  }

  private tokenize(text: string, role: Role) {
    const [prefix, skip] = [PREFIXES[role], this.prefixTokens[role]];
    const { ids, starts, ends } = this.unigram.tokenize(prefix + text);
    const at = (offsets: Uint32Array) => offsets.subarray(skip).map((offset) => Math.max(0, offset - prefix.length));
    const own = { starts: at(starts), ends: at(ends) };
    return { ids, skip, ...own, known: knownShare(ids.subarray(skip), own) };
  }

  private async infer(windows: readonly Window[], read: Reader): Promise<Float32Array[]> {
    const length = Math.max(...windows.map(({ ids }) => ids.length)) + 2;
    const rows = new Float32Array(windows.length * length * this.size);
    const filled = new BigInt64Array(windows.length * length);
    windows.forEach(({ ids }, i) => {
      this.vocabulary.readRows([BEGIN, ...ids, END], rows, i * length * this.size);
      filled.fill(1n, i * length, i * length + ids.length + 2);
    });
    const mask = new Tensor('int64', filled, [windows.length, length]);
    const outputs = await this.model.session.run({
      rows: new Tensor('float32', rows, [windows.length, length, this.size]),
      mask,
    });
    return read(outputs, { mask, windows, length });
  }

  private async readVectors(
    outputs: Outputs,
    { mask, windows }: { mask: Tensor; windows: readonly Window[] },
  ): Promise<Float32Array[]> {
    const { vector } = await this.head.run({ states: outputs[this.layers.at(-1)!]!, mask });
    const values = vector!.data as Float32Array;
    return windows.map((_, i) => values.slice(i * this.size, (i + 1) * this.size));
  }

  /** Returns, for each token, the states of all layers in sequence. */
  private readStates(outputs: Outputs, { windows, length }: { windows: readonly Window[]; length: number }): Float32Array[] {
    const layers = this.layers.map((name) => outputs[name]!.data as Float32Array);
    return windows.map(({ ids, skip }, i) => {
      const count = ids.length - skip;
      const states = new Float32Array(count * this.stateSize);
      for (let token = 0; token < count; token++) {
        const from = (i * length + 1 + skip + token) * this.size;
        layers.forEach((layer, at) =>
          states.set(layer.subarray(from, from + this.size), token * this.stateSize + at * this.size),
        );
      }
      return states;
    });
  }
}

function windowsOf(ids: Int32Array, text: number, prefix: number): Window[] {
  const windows: Window[] = [];
  for (let from = 0; from < ids.length; from += WINDOW)
    windows.push({ text, ids: ids.subarray(from, from + WINDOW), skip: from === 0 ? prefix : 0 });
  return windows;
}

/** Groups windows that are sorted by length into runs. Each run must fit when padded to its longest window, with little padding. */
function batches(order: readonly number[], lengthOf: (i: number) => number): number[][] {
  const found: number[][] = [];
  for (const i of order) {
    const batch = found.at(-1);
    const length = lengthOf(i) + 2;
    const fits = batch && (batch.length + 1) * length <= BATCH_TOKENS && length <= (lengthOf(batch[0]!) + 2) * MAX_FILLED;
    if (fits) batch.push(i);
    else found.push([i]);
  }
  return found;
}

/** The share of known characters; blanks do not count. */
function knownShare(ids: Int32Array, { starts, ends }: Pick<EncodedText, 'starts' | 'ends'>): number {
  let [unknown, all] = [0, 0];
  for (let i = 0; i < ids.length; i++) {
    const length = ends[i]! - starts[i]!;
    all += length;
    if (ids[i] === UNKNOWN_TOKEN) unknown += length;
  }
  return all === 0 ? 0 : 1 - unknown / all;
}

/** The mean, weighted by the tokens of each window, scaled to length 1. */
function meanOf(answers: readonly Answer[]): Float32Array {
  if (answers.length === 1) return answers[0]!.values;
  const sum = new Float32Array(answers[0]!.values.length);
  for (const { values, ids } of answers) values.forEach((value, i) => (sum[i]! += value * ids.length));
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function joined(answers: readonly Answer[]): Float32Array {
  if (answers.length === 1) return answers[0]!.values;
  const all = new Float32Array(answers.reduce((sum, { values }) => sum + values.length, 0));
  let at = 0;
  for (const { values } of answers) {
    all.set(values, at);
    at += values.length;
  }
  return all;
}
