import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The ONNX file of the detector that the service has prepared in its data folder: the bare loop runs the same. */
export function preparedDetector(dataFolder: string): string {
  const files = readdirSync(dataFolder, { recursive: true }).map(String);
  const found = files.filter((file) => file.endsWith('.onnx') && /centernet/i.test(file));
  if (found.length !== 1) throw new Error(`Expected one prepared detector below ${dataFolder}, found ${found.length}.`);
  return join(dataFolder, found[0]!);
}
