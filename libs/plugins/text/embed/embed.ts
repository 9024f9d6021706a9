import { defineCapability, PerceptError, type SetupContext } from '@percept/sdk';
import type { TextEmbedder } from '@percept/sdk/models';
import { readText } from '../read-text';
import { readingWarnings } from '../reading-warnings';
import { IsOptional, IsString, JSONSchema, MinLength, IsArray, IsInt, IsNumber, Min, IsNested } from '@percept/sdk/decorators';

/** The model that defines the space of the vector. */
class TextEmbeddingModel {
  @JSONSchema({ description: 'Name of the model.' })
  @IsString()
  name!: string;

  @JSONSchema({ description: 'Compare only vectors of the same model and version.' })
  @IsString()
  version!: string;
}

export class TextEmbedOutput {
  @JSONSchema({
    description: 'The vector, with a length of 1: the sum of the products of two vectors is their cosine similarity.',
  })
  @IsNumber({}, { each: true })
  @IsArray()
  embedding!: number[];

  @JSONSchema({ description: 'How many numbers the vector has: 384 with the default model.' })
  @IsInt()
  @Min(2)
  dimensions!: number;

  @JSONSchema({ description: 'Words and parts of words that the model read.' })
  @IsInt()
  @Min(0)
  tokens!: number;

  @JSONSchema({ description: 'The model that the vector comes from.' })
  @IsNested(() => TextEmbeddingModel)
  model!: TextEmbeddingModel;

  @JSONSchema({
    description: 'Why the vector says little: the model does not know the characters, or the text has more words than it reads.',
  })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  warnings?: string[];
}

const EMBED_CHARACTERS = 10_000;

class TextEmbedInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: EMBED_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Name of a model that `GET /v2/models` lists for the task; its default if absent.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}

/** The significant digits of a float. */
const DIGITS = 7;

export const embedText = defineCapability({
  id: 'text.embed',
  operation: 'embedText',
  summary: 'Describes a text by a vector: texts with the same meaning have similar vectors, in any language.',
  description:
    'Returns 384 numbers with the default model. The cosine similarity of two vectors of the same model and version shows ' +
    'how similar two texts are. Unrelated texts reach some 0.75, so compare similarities with each other. A long text is ' +
    'read in windows, up to 4,080 tokens. With a `model` such as CLIP, which compares pictures with texts, the vector can be compared with ' +
    'those of pictures.',
  input: TextEmbedInput,
  output: TextEmbedOutput,
  deterministic: true,
  tasks: ['text-embedding', 'image-embedding'],
  examples: [{ text: 'The delivery arrived two days late.' }],

  async setup({ model }) {
    return async ({ text, model: name }, { timer, used }) => {
      const embedder = await embedderFor(model, name);
      const read = readText(text, EMBED_CHARACTERS);
      const [answer] = await embedder.embed([read.text], { timer });
      const { vector, tokens } = answer!;
      used(embedder.identity);
      const warnings = readingWarnings(answer!);
      return {
        embedding: Array.from(vector, (value) => Number(value.toPrecision(DIGITS))),
        dimensions: vector.length,
        tokens,
        model: { name: embedder.identity.name, version: embedder.identity.version },
        ...(warnings.length > 0 && { warnings }),
      };
    };
  },
});

/** A model for texts, or one for pictures that also reads texts. */
async function embedderFor(
  model: SetupContext['model'],
  name: string | undefined,
): Promise<Pick<TextEmbedder, 'identity' | 'embed'>> {
  try {
    return await model('text-embedding', name);
  } catch (error) {
    const pictures = name === undefined ? undefined : await model('image-embedding', name).catch(() => undefined);
    if (!pictures) throw error;
    const { identity, texts } = pictures;
    if (texts) return { identity, embed: (some, options) => texts.embed(some, options) };
    const reason = `'${identity.name}' reads no texts, so no text has a vector among those of its pictures. A model such as CLIP has both.`;
    throw PerceptError.invalid('model', reason);
  }
}
