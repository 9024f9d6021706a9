import type { ModelArchitecture, ModelFacts } from '@percept/sdk/models';
import { imagePort } from './processor';

/** PaddleOCR's readers were trained on values from −1 to 1. */
const READER = { mean: [127.5], std: [127.5] };
/** ImageNet's values, in pixel values. The networks were trained with them in this order on BGR. */
const FINDER = { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] };
const COMMON = { layout: 'NCHW', type: 'float32', colour: 'BGR' } as const;

/** PP-OCR v2 to v6: a network that reads the characters of a line from left to right. */
export const textReader: ModelArchitecture = {
  name: 'reader of text lines (PP-OCR)',
  recognize(facts: ModelFacts) {
    const { characters } = facts.ocr;
    const port = imagePort(facts);
    const [output] = facts.outputs;
    if (!port || !characters || facts.outputs.length !== 1 || output!.shape.length !== 3) return undefined;
    const labels = withoutBlank(characters, output!.shape[2]!);
    if (port.shape[3]! > 0) throw new Error(`It reads only lines of ${port.shape[3]} pixels: export it for any width.`);
    return {
      task: 'text-recognition',
      input: { size: port.shape[2]! > 0 ? port.shape[2]! : 48, resize: 'line', ...COMMON, ...READER },
      output: { decoder: 'ctc' },
      labels,
      notes: ['It reads the lines that the default for text-detection finds.'],
    };
  },
};

/** The characters before the space, which is the last class. @throws Error if the classes are others. */
function withoutBlank(characters: readonly string[], classes: number): string[] {
  const own = characters.at(-1) === ' ' ? characters.slice(0, -1) : [...characters];
  if (classes < 0 || classes === own.length + 2) return own;
  if (classes === own.length + 1) throw new Error('Its last class must be the space: export it with use_space_char.');
  throw new Error(
    `It has ${classes} classes, but its dictionary has ${own.length} characters, which make ${own.length + 2} classes with the blank and the space. Put its own dictionary beside it.`,
  );
}

/** PP-OCR v2 to v6: a network that maps where text stands. */
export const textFinder: ModelArchitecture = {
  name: 'finder of text lines (PP-OCR)',
  recognize(facts: ModelFacts) {
    const port = imagePort(facts);
    const [output] = facts.outputs;
    const isMap = facts.outputs.length === 1 && output!.shape.length === 4 && output!.shape[1] === 1;
    if (!port || !isMap || !isOfPaddle(facts)) return undefined;
    if (port.shape[2]! > 0)
      throw new Error(`It takes only images of ${port.shape[3]} × ${port.shape[2]} pixels: export it for any size.`);
    return {
      task: 'text-detection',
      input: { size: 960, resize: 'rect', multiple: 32, ...COMMON, ...FINDER },
      output: { decoder: 'db' },
      labels: [],
      notes: ["Readers of text use the default for text-detection: 'percept models use' makes this one it."],
    };
  },
};

/** Background removal networks look alike, so the model's name must tell. */
const isOfPaddle = ({ ocr, network }: ModelFacts): boolean =>
  ocr.reader === 'DBPostProcess' || (ocr.reader === undefined && /(ocr|dbnet).*det|det.*(ocr|dbnet)/i.test(network));
