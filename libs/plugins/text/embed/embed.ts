import { defineCapability } from '@percept/sdk';
import { readText } from '../read-text';
import { scriptWarnings } from '../unknown-script';
import { TextEmbedOutput } from './embed-output';
import { IsOptional, IsString, JSONSchema, MinLength } from '@percept/sdk/decorators';

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

/** What a float has to say. */
const DIGITS = 7;

export const embedText = defineCapability({
  id: 'text.embed',
  operation: 'embedText',
  summary: 'Describes a text by a vector: texts that say the same have alike vectors, in whatever language.',
  description:
    'Returns 384 numbers with the default model. The cosine similarity of two vectors of one model and version says how alike two ' +
    'texts are: unrelated ones reach some 0.75, so compare similarities and not their size. A long text is read in windows.',
  input: TextEmbedInput,
  output: TextEmbedOutput,
  deterministic: true,
  tasks: ['text-embedding'],
  examples: [{ text: 'The delivery arrived two days late.' }],

  async setup({ model }) {
    return async ({ text, model: name }, { timer, used }) => {
      const embedder = await model('text-embedding', name);
      const read = readText(text, EMBED_CHARACTERS);
      const [answer] = await embedder.embed([read.text], { timer });
      const { vector, known, tokens } = answer!;
      used(embedder.identity);
      return {
        embedding: Array.from(vector, (value) => Number(value.toPrecision(DIGITS))),
        dimensions: vector.length,
        tokens,
        model: { name: embedder.identity.name, version: embedder.identity.version },
        ...scriptWarnings(known),
      };
    };
  },
});
