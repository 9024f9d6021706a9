import { defineCapability, Alias, ImageInput } from '@percept/sdk';
import { readLines, toLineAnswer } from './read-lines';
import { groupRows } from './rows';
import { TextOutput } from './text-output';
import { IsIn, IsOptional, IsString, MinLength, JSONSchema, IsFraction } from '@percept/sdk/decorators';
import { TEXT_LEVELS, type TextLevel } from './text-level';

class TextInput extends ImageInput {
  @JSONSchema({ description: 'Only lines with at least this confidence. A line with one wrong letter is often of use.' })
  @IsFraction()
  min_confidence = 0.3;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({
    description:
      'Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;

  @JSONSchema({ description: 'How finely to answer: `word` adds the words of each line, `character` their characters too.' })
  @IsIn(TEXT_LEVELS)
  level: TextLevel = 'line';
}

export const visionText = defineCapability({
  id: 'vision.text',
  summary: 'Reads the text in an image: signs, labels, receipts, pages.',
  description:
    'Returns the whole text, and each line with its box, in reading order; with `level` also words and characters. `rows` ' +
    'groups lines that are side by side, such as a name and its price. Boxes are whole pixels of the upright image.',
  input: TextInput,
  output: TextOutput,
  deterministic: true,
  tasks: ['text-recognition', 'text-detection', 'text-orientation', 'text-rereading'],
  examples: [{ image_url: 'https://example.com/receipt.jpg', min_confidence: 0.5 }],

  async setup({ model }) {
    await model('text-recognition');
    return async ({ image, model: name, min_confidence, level }, { timer, used }) => {
      const reader = await model('text-recognition', name);
      const warnings: string[] = [];
      const read = await readLines(reader, { image, minConfidence: min_confidence, timer, used }, (text) => warnings.push(text));
      const lines = read.map((line) => toLineAnswer(line, level));
      const { width, height, format } = image.properties;
      const whole = lines.map((line) => line.text).join('\n');
      return {
        text: whole,
        lines,
        rows: groupRows(read),
        ...(warnings.length > 0 && { warnings }),
        image_properties: { width, height, format },
      };
    };
  },
});
