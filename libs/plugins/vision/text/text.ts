import { defineCapability } from '@percept/sdk';
import { readLines, toAnswer } from './read-lines';
import { rowsOf } from './rows';
import { TextInput } from './text-input';
import { TextOutput } from './text-output';

export const text = defineCapability({
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
      const lines = read.map((line) => toAnswer(line, level));
      const { width, height, format } = image.properties;
      const whole = lines.map((line) => line.text).join('\n');
      return {
        text: whole,
        lines,
        rows: rowsOf(read),
        ...(warnings.length > 0 && { warnings }),
        image_properties: { width, height, format },
      };
    };
  },
});
