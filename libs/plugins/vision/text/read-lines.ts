import type { TextReader } from '@percept/sdk/models';
import { rounded } from '../confidence';
import type { ImageCall } from '../image-call';
import type { TextLine } from './text-output';

/** Reads the lines of an image, in the order of reading. */
export async function readLines(model: TextReader, { image, minConfidence, timer, used }: ImageCall): Promise<TextLine[]> {
  const lines = await model.run(image, { minConfidence, timer });
  for (const identity of [model.identity, ...model.uses]) used(identity);
  return lines.map(({ text, confidence, bounding_box }) => ({ text, confidence: rounded(confidence), bounding_box }));
}
