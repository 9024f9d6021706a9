// See README.md beside this file: npm run build && node dist/tools/train/ocr/main.js features|pack …
import { readFileSync, writeFileSync } from 'node:fs';
import { encodeModel, type OnnxTensor } from '../../../libs/core/src/inference/models/onnx/encoding';
import { ROOT } from '../../../test/bench/service';
import { ocrFiles, writeFeatures, writeStart } from './features';

const USAGE = `Usage: node dist/tools/train/ocr/main.js features LINES.bin FEATURES START.json [WEIGHTS.onnx]
       node dist/tools/train/ocr/main.js pack CHANGES WEIGHTS.onnx
`;
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** The changes that `head.py` wrote, as an .onnx file that holds constants only. */
function pack(changes: string, out: string): void {
  const names = JSON.parse(readFileSync(`${changes}.json`, 'utf8')) as { name: string; shape: number[] }[];
  const numbers = readFileSync(`${changes}.bin`);
  let at = 0;
  const tensors = names.map(({ name, shape }): OnnxTensor => {
    const size = shape.reduce((product, side) => product * side, 1);
    const data = new Float32Array(numbers.buffer.slice(numbers.byteOffset + at, numbers.byteOffset + at + size * 4));
    at += size * 4;
    return { name, element: 'float32', shape, data };
  });
  writeFileSync(out, encodeModel({ nodes: [], tensors, inputs: [], outputs: [], producer: 'percept' }));
}

async function main([command, ...files]: string[]): Promise<number> {
  const [first, second, third, from] = files;
  if (command === 'features' && first && second && third) {
    writeStart(ocrFiles(ROOT), third, from);
    say(`${await writeFeatures(ocrFiles(ROOT), first, second, say)} lines`);
  } else if (command === 'pack' && first && second) pack(first, second);
  else {
    process.stderr.write(USAGE);
    return 2;
  }
  return 0;
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
