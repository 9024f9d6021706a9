import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modelCache } from '../service';

/** The ONNX file of the detector that the service has prepared: the bare loop runs the same. */
export function preparedDetector(): string {
  const files = readdirSync(modelCache(), { recursive: true }).map(String);
  const found = files.filter((file) => file.endsWith('.onnx') && /centernet/i.test(file));
  if (found.length !== 1) throw new Error(`Expected one prepared detector below ${modelCache()}, found ${found.length}.`);
  return join(modelCache(), found[0]!);
}
