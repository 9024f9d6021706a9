import type { Image, Region, TimingRecorder } from '@percept/sdk';
import type { ImageEmbedder, LoadedModel, ModelArchitecture, PictureTexts } from '@percept/sdk/models';
import { openImageEmbedder } from '../../vision/models/embedding/embedder';
import { imagePort, inputFrom } from '../processor';
import { tokensFrom } from '../text/classification';
import { TokenReader } from '../text/tokens';

/** How many texts have their vectors kept. */
const MAX_KEPT = 4000;

/**
 * A network for pictures and, if the manifest has `texts`, one for texts whose vectors are compared with those of pictures.
 * @throws Error if the first takes no image or the second no tokens.
 */
export function openPair(model: LoadedModel): { runner: ImageEmbedder; warm(): Promise<void>; close(): Promise<void> } {
  const pictures = openImageEmbedder(model);
  if (!model.head) return pictures;
  const texts = new TextTower(model, new TokenReader({ ...model, session: model.head }));
  return {
    runner: new TwoTowers(pictures.runner, texts),
    warm: async () => {
      await pictures.warm();
      await texts.compare(new Float32Array(pictures.runner.dimensions), ['a picture']);
    },
    close: async () => void (await Promise.all([pictures.close(), model.head!.release()])),
  };
}

class TwoTowers implements ImageEmbedder {
  readonly identity;
  readonly dimensions: number;
  readonly inputSize: number;

  constructor(
    private readonly pictures: ImageEmbedder,
    readonly texts: PictureTexts,
  ) {
    const { identity, dimensions, inputSize } = pictures;
    this.identity = identity;
    this.dimensions = dimensions;
    this.inputSize = inputSize;
  }

  run(image: Image, options?: { region?: Region; timer?: TimingRecorder }): Promise<Float32Array> {
    return this.pictures.run(image, options);
  }
}

/** Computes the vectors of texts and keeps them: callers ask about the same labels again and again. */
class TextTower implements PictureTexts {
  /** Vectors by their text; the most recently used is last. */
  private readonly kept = new Map<string, Float32Array>();

  constructor(
    private readonly model: LoadedModel,
    private readonly reader: TokenReader,
  ) {}

  get templates(): readonly string[] {
    return this.model.manifest.texts!.templates;
  }

  async compare(
    vector: Float32Array,
    labels: readonly string[],
    options: Parameters<PictureTexts['compare']>[2] = {},
  ): Promise<number[]> {
    const { templates = this.templates, timer } = options;
    const { scale, bias, activation } = this.model.manifest.texts!;
    const picture = ofLength1(vector);
    const scores: number[] = [];
    for (const label of labels) {
      const text = await this.meanOf(
        templates.map((template) => template.replaceAll('{}', label)),
        timer,
      );
      scores.push(scale * text.reduce((sum, value, at) => sum + value * picture[at]!, 0) + bias);
    }
    if (activation === 'sigmoid') return scores.map((score) => 1 / (1 + Math.exp(-score)));
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const sum = powers.reduce((all, power) => all + power, 0);
    return powers.map((power) => power / sum);
  }

  async embed(texts: readonly string[], { timer }: { timer?: TimingRecorder } = {}): ReturnType<PictureTexts['embed']> {
    const found: Awaited<ReturnType<PictureTexts['embed']>> = [];
    for (const text of texts) {
      const { windows, known } = this.reader.tokenize(text);
      found.push({ vector: await this.vectorOf(text, timer), known, tokens: windows[0]!.own });
    }
    return found;
  }

  /** The normalized mean of the texts' vectors. */
  private async meanOf(texts: readonly string[], timer: TimingRecorder | undefined): Promise<Float32Array> {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.vectorOf(text, timer));
    if (vectors.length === 1) return vectors[0]!;
    return ofLength1(vectors[0]!.map((_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0)));
  }

  private async vectorOf(text: string, timer: TimingRecorder | undefined): Promise<Float32Array> {
    const vector = this.kept.get(text) ?? (await this.ask(text, timer));
    this.kept.delete(text);
    this.kept.set(text, vector);
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    return vector;
  }

  /** Cuts off what exceeds the network's length, as the Transformers library does. */
  private async ask(text: string, timer: TimingRecorder | undefined): Promise<Float32Array> {
    const [window] = this.reader.tokenize(text).windows;
    const ask = () => this.reader.ask(window!);
    const outputs = await (timer ? timer.time('inference', ask) : ask());
    const { data } = outputs[this.model.head!.outputNames[0]!]!;
    return ofLength1(data as Float32Array);
  }
}

function ofLength1(values: Float32Array): Float32Array {
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

const TEXT_INPUTS = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];
const VECTORS = { pictures: 'image_embeds', texts: 'text_embeds' };
const SIMILARITY = 'logits_per_image';

/** Kinds that score each text independently and were trained with texts of one length. */
const isSiglip = (kind: unknown) => typeof kind === 'string' && kind.startsWith('siglip');

export const pair: ModelArchitecture = {
  name: 'pictures and texts (CLIP, SigLIP)',
  recognize(facts) {
    const names = facts.inputs.map(({ name }) => name);
    const outputs = facts.outputs.map(({ name }) => name);
    const isTower = outputs.includes(VECTORS.pictures) || outputs.includes(VECTORS.texts);
    if (!isTower) return undefined;
    if (!imagePort(facts) || !names.includes('input_ids') || !outputs.includes(SIMILARITY))
      throw new Error(
        `It has one network of two: name the file that has both with --file, usually onnx/model.onnx. The output ${SIMILARITY} of that file compares pictures with texts.`,
      );
    const siglip = isSiglip(facts.config['model_type']);
    const tokens = tokensFrom(facts);
    const picture = imagePort(facts)!.name;
    const texts = names.filter((name) => TEXT_INPUTS.includes(name));
    const length = lengthOf(facts, siglip ? 64 : 77);
    return {
      task: 'image-embedding',
      input: inputFrom(facts, facts.preprocessor ?? {}),
      output: { decoder: 'vector', names: { vector: VECTORS.pictures } },
      tokens: { ...tokens, longest: Math.min(tokens.longest, length), ...(siglip && { padded: true }) },
      labels: [],
      towers: {
        pictures: { inputs: [picture], vector: VECTORS.pictures },
        texts: { inputs: texts, vector: VECTORS.texts },
        similarity: SIMILARITY,
        activation: siglip ? 'sigmoid' : 'softmax',
        templates: ['This is a photo of {}.'],
      },
      notes: facts.preprocessor ? [] : ['It has no preprocessor_config.json: the size and the colours of its input are a guess.'],
    };
  },
};

/** How many positions the network for texts has. */
function lengthOf({ config }: Parameters<ModelArchitecture['recognize']>[0], usual: number): number {
  const { max_position_embeddings: positions } = (config['text_config'] ?? {}) as Record<string, unknown>;
  return typeof positions === 'number' && positions > 7 ? positions : usual;
}
