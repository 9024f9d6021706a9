// See README.md beside this file: npm run build && node dist/lab/train/ocr/main.js features|activations|pack …
import { readFileSync, writeFileSync } from 'node:fs';
import { encodeModel, type OnnxTensor } from '../../../libs/core/src/inference/models/onnx/encoding';
import { ROOT } from '../../bench/service';
import { writeActivations } from './activations';
import { ocrFiles, writeFeatures, writeStart } from './features';

const USAGE = `Usage: node dist/lab/train/ocr/main.js features LINES.bin FEATURES START.json [WEIGHTS.onnx]
       node dist/lab/train/ocr/main.js activations LINES.bin ACTIVATIONS
       node dist/lab/train/ocr/main.js pack CHANGES FILE.onnx
`;
const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Written {
  name: string;
  shape: number[];
  element?: 'float32' | 'int8';
}

/** What `head.py` or `quantize.py` wrote, as an .onnx file that holds constants only. */
function pack(changes: string, out: string): void {
  const names = JSON.parse(readFileSync(`${changes}.json`, 'utf8')) as Written[];
  const numbers = readFileSync(`${changes}.bin`);
  let at = 0;
  const tensors = names.map(({ name, shape, element = 'float32' }): OnnxTensor => {
    const bytes = shape.reduce((product, side) => product * side, 1) * (element === 'int8' ? 1 : 4);
    const data = Uint8Array.from(numbers.subarray(at, at + bytes));
    at += bytes;
    return { name, element, shape, data };
  });
  writeFileSync(out, encodeModel({ nodes: [], tensors, inputs: [], outputs: [], producer: 'percept' }));
}

async function main([command, ...files]: string[]): Promise<number> {
  const [first, second, third, from] = files;
  if (command === 'features' && first && second && third) {
    writeStart(ocrFiles(ROOT), third, from);
    say(`${await writeFeatures(ocrFiles(ROOT), first, second, say)} lines`);
  } else if (command === 'activations' && first && second) say(`${await writeActivations(ocrFiles(ROOT), first, second)} lines`);
  else if (command === 'pack' && first && second) pack(first, second);
  else {
    process.stderr.write(USAGE);
    return 2;
  }
  return 0;
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
