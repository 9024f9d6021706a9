import type { EmbeddedText, LoadedModel, ModelArchitecture, ModelTasks } from '@percept/sdk/models';
import { tokensFrom } from './classification';
import { averageWindows, TokenReader, type Outputs } from './tokens';

type TextEmbedder = ModelTasks['text-embedding'];

/** Outputs that may hold the vector, or the states of the tokens; the best one first. */
const VECTORS = ['sentence_embedding', 'pooler_output', 'embeddings'];
const STATES = ['last_hidden_state', 'token_embeddings', 'hidden_states'];

/**
 * A network that makes a vector of the tokens of a text, or states of the tokens, which are pooled here.
 * @throws Error if the model takes no tokens or answers neither.
 */
export function openTransformerEmbedder(model: LoadedModel) {
  const runner = new TokenEmbedder(model, new TokenReader(model));
  return { runner, warm: async () => void (await runner.embed(['Hello'])), close: () => model.session.release() };
}

class TokenEmbedder implements TextEmbedder {
  readonly identity;
  readonly size: number;
  readonly stateSize = 0;
  private readonly output: string;

  constructor(
    private readonly model: LoadedModel,
    private readonly reader: TokenReader,
  ) {
    this.identity = model.identity;
    const { session, manifest } = model;
    const wanted = manifest.tokens!.pooling === 'none' ? VECTORS : STATES;
    const port = session.outputs.find(({ name }) => wanted.includes(name)) ?? session.outputs[0]!;
    this.output = port.name;
    this.size = Number(port.shape.at(-1));
    if (!(this.size > 0))
      throw new Error(`Model '${this.identity.name}': its output '${port.name}' must say how many numbers a vector has.`);
  }

  async embed(texts: readonly string[], { timer }: Parameters<TextEmbedder['embed']>[1] = {}): Promise<EmbeddedText[]> {
    const answers: EmbeddedText[] = [];
    for (const text of texts) {
      const { windows, known } = this.reader.tokenize(text);
      const vectors: Float32Array[] = [];
      for (const window of windows) {
        const ask = () => this.reader.ask(window);
        vectors.push(this.pool(await (timer ? timer.time('inference', ask) : ask())));
      }
      const tokens = windows.reduce((sum, { own }) => sum + own, 0);
      answers.push({ known, tokens, vector: ofLength1(averageWindows(windows, vectors)) });
    }
    return answers;
  }

  encode(): Promise<never> {
    return Promise.reject(this.noStates());
  }

  rows(): never {
    throw this.noStates();
  }

  private noStates(): Error {
    return new Error(`Model '${this.identity.name}' gives vectors of texts alone, and no states of tokens.`);
  }

  private pool(outputs: Outputs): Float32Array {
    const { pooling } = this.model.manifest.tokens!;
    const data = outputs[this.output]!.data as Float32Array;
    if (pooling === 'none') return ofLength1(data.slice(0, this.size));
    if (pooling === 'first') return ofLength1(data.slice(0, this.size));
    const tokens = data.length / this.size;
    const mean = new Float32Array(this.size);
    for (let at = 0; at < data.length; at++) mean[at % this.size]! += data[at]! / tokens;
    return ofLength1(mean);
  }
}

function ofLength1(values: Float32Array): Float32Array {
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

export const textEmbedding: ModelArchitecture = {
  name: 'sentence embeddings (sentence-transformers, transformers)',
  recognize(facts) {
    if (!facts.inputs.some(({ name }) => name === 'input_ids')) return undefined;
    if (!facts.files.some((file) => file.endsWith('tokenizer.json'))) return undefined;
    const has = (names: readonly string[]) => facts.outputs.some(({ name }) => names.includes(name));
    if (!has(VECTORS) && !has(STATES)) return undefined;
    const { pooling = {} } = facts;
    const isFirst = pooling['pooling_mode_cls_token'] === true || pooling['pooling_mode'] === 'cls';
    const how = has(['sentence_embedding']) ? 'none' : isFirst ? 'first' : 'mean';
    const guess = 'It has no 1_Pooling/config.json: the vector of a text is taken to be the mean of its tokens.';
    return {
      task: 'text-embedding',
      tokens: { ...tokensFrom(facts), pooling: how },
      labels: [],
      notes: how === 'mean' && !facts.pooling ? [guess] : [],
    };
  },
};
