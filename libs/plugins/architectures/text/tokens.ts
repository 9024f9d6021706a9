import type { LoadedModel } from '@percept/sdk/models';
import { readFileSync } from 'node:fs';
import { Tensor } from 'onnxruntime-node';
import { tokensWithPlaces, writingFrom, type PlacedToken, type Writing } from './alignment/align';
import { openTokenizer, type Tokenizer, type TokenizerPage } from './alignment/tokenizer';

/** A part of a text that the network reads at once, with the tokens at both ends. */
interface TokenWindow {
  ids: readonly number[];
  /** How many tokens belong to the text itself. */
  own: number;
}

/** A window with its tokens, the first of which is at `first` of the ids. */
export interface PlacedWindow extends TokenWindow {
  tokens: readonly PlacedToken[];
  first: number;
  /** How many of the text's tokens end with it. */
  until: number;
}

interface TokenizedText {
  windows: TokenWindow[];
  /** Share of the tokens that the tokenizer knows. */
  known: number;
}

/** The network's answer for a window, by the name of the output. */
export type Outputs = Awaited<ReturnType<LoadedModel['session']['run']>>;

/** Splits texts into tokens with a tokenizer's files, and runs the network on them. */
export class TokenReader {
  private readonly tokenizer: Tokenizer;
  private readonly before: number[];
  private readonly after: number[];
  private readonly unknown: number | undefined;
  private readonly writing: Writing;
  private readonly pad: number;

  /** @throws Error if the manifest has no tokens, the files are broken, or the network takes something other than tokens. */
  constructor(private readonly model: LoadedModel) {
    const { identity, manifest, tokenizer, tokenizerConfig, session } = model;
    if (!manifest.tokens || tokenizer === undefined)
      throw new Error(`Model '${identity.name}': the manifest needs the section 'tokens' with the files of its tokenizer.`);
    const strange = session.inputs.find(({ name }) => !INPUTS.includes(name));
    if (strange || !session.inputNames.includes('input_ids'))
      throw new Error(
        `Model '${identity.name}' takes ${session.inputNames.join(', ')}; a model for tokens takes ${INPUTS.join(', ')}.`,
      );
    const page = readPage(tokenizer) as TokenizerPage;
    const config: { pad_token?: string | { content: string } } = tokenizerConfig === undefined ? {} : readPage(tokenizerConfig);
    this.tokenizer = openTokenizer(page, config);
    const padding = typeof config.pad_token === 'object' ? config.pad_token.content : config.pad_token;
    this.pad = (padding === undefined ? undefined : this.tokenizer.token_to_id(padding)) ?? 0;
    this.writing = writingFrom(page);
    const [bare, whole] = [this.encode('a', false), this.encode('a', true)];
    const at = whole.findIndex((_, from) => bare.every((id, i) => whole[from + i] === id));
    this.before = whole.slice(0, Math.max(0, at));
    this.after = at < 0 ? [] : whole.slice(at + bare.length);
    this.unknown = page.model?.unk_id ?? (page.model?.unk_token ? this.tokenizer.token_to_id(page.model.unk_token) : undefined);
  }

  private encode(text: string, add_special_tokens: boolean): number[] {
    return this.tokenizer.encode(text, { add_special_tokens }).ids;
  }

  tokenize(text: string): TokenizedText {
    const ids = this.encode(text, false);
    const windows: TokenWindow[] = [];
    for (let from = 0; from < Math.max(1, ids.length); from += this.room) {
      const own = ids.slice(from, from + this.room);
      windows.push({ ids: [...this.before, ...own, ...this.after], own: own.length });
    }
    return { windows, known: this.knownShare(ids) };
  }

  /**
   * Like `tokenize`, but with the places of the tokens. Windows share `overlap` tokens, like the stride of the Transformers
   * library.
   */
  place(text: string): { windows: PlacedWindow[]; known: number } {
    const tokens = tokensWithPlaces(this.tokenizer, this.writing, text);
    const step = Math.max(1, this.room - this.model.manifest.tokens!.overlap);
    const windows: PlacedWindow[] = [];
    for (let from = 0; from === 0 || windows.at(-1)!.until < tokens.length; from += step) {
      const own = tokens.slice(from, from + this.room);
      const ids = [...this.before, ...own.map(({ id }) => id), ...this.after];
      windows.push({ ids, own: own.length, tokens: own, first: this.before.length, until: from + own.length });
    }
    return { windows, known: this.knownShare(tokens.map(({ id }) => id)) };
  }

  private padding(length: number): number[] {
    const { padded, longest } = this.model.manifest.tokens!;
    return padded ? Array.from({ length: Math.max(0, longest - length) }, () => this.pad) : [];
  }

  private get room(): number {
    return Math.max(1, this.model.manifest.tokens!.longest - this.before.length - this.after.length);
  }

  private knownShare(ids: readonly number[]): number {
    return ids.length === 0 ? 0 : 1 - ids.filter((id) => id === this.unknown).length / ids.length;
  }

  /** Whether the token stands for an unknown word. */
  isUnknown = (id: number): boolean => id === this.unknown;

  /** The token's text in the vocabulary. */
  wordAt = (id: number): string => this.tokenizer.id_to_token(id) ?? '';

  /** Whether a token's own text shows that it continues a word. */
  get marksSubwords(): boolean {
    return Boolean(this.tokenizer.model.config.continuing_subword_prefix);
  }

  async ask({ ids: own }: TokenWindow): Promise<Outputs> {
    const { inputNames, inputs } = this.model.session;
    const ids = [...own, ...this.padding(own.length)];
    const shape = [1, ids.length];
    const values: Record<string, number[]> = {
      input_ids: ids,
      attention_mask: ids.map((_, at) => (at < own.length ? 1 : 0)),
      token_type_ids: ids.map(() => 0),
      position_ids: ids.map((_, at) => at),
    };
    const feeds = inputNames.map((name, at) => [name, tensorFrom(inputs[at]!.type, values[name]!, shape)] as const);
    return this.model.session.run(Object.fromEntries(feeds));
  }
}

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];

const tensorFrom = (type: string, values: readonly number[], shape: number[]): Tensor =>
  type === 'int32'
    ? new Tensor('int32', Int32Array.from(values), shape)
    : new Tensor('int64', BigInt64Array.from(values, BigInt), shape);

function readPage(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${(error as Error).message}. Fetch it again.`, { cause: error });
  }
}

/** The mean of the answers to the windows of a text, weighted by their tokens. */
export function averageWindows(windows: readonly TokenWindow[], answers: readonly Float32Array[]): Float32Array {
  if (answers.length === 1) return answers[0]!;
  const all = windows.reduce((sum, { own }) => sum + own, 0);
  const mean = new Float32Array(answers[0]!.length);
  answers.forEach((values, at) => values.forEach((value, i) => (mean[i]! += (value * windows[at]!.own) / all)));
  return mean;
}

/** The longest input that the tokenizer and the network's positions allow. */
export function longestFrom(
  config: Readonly<Record<string, unknown>>,
  tokenizer: Readonly<Record<string, unknown>> = {},
): number {
  const positions = Number(config['max_position_embeddings'] ?? config['n_positions'] ?? 512);
  // RoBERTa's positions start after the padding.
  const own = /roberta|camembert/.test(String(config['model_type'])) ? positions - 2 : positions;
  const said = Number(tokenizer['model_max_length'] ?? own);
  return Math.max(8, Math.min(own > 0 ? own : 512, said, 8192));
}
