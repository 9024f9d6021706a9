import { decodeModel } from './decoding';
import { encodeModel, type OnnxTensor } from './encoding';
import { unpackWeights } from './unpack';

const [ROWS, WIDTH, BLOCK] = [3, 64, 32];
/** 16-bit floats. */
const [HALF, ONE, TWO] = [0x3800, 0x3c00, 0x4000];

/** Numbers from 0 to 15, a row of WIDTH for each of ROWS, no two rows alike. */
const numberAt = (row: number, column: number) => (row * 5 + column * 7) % 16;

function packed(): Uint8Array {
  const bytes = new Uint8Array((ROWS * WIDTH) / 2);
  let at = 0;
  for (let row = 0; row < ROWS; row++)
    for (let first = 0; first < WIDTH; first += BLOCK)
      for (let j = first; j < first + BLOCK / 2; j++) bytes[at++] = numberAt(row, j) | (numberAt(row, j + BLOCK / 2) << 4);
  return bytes;
}

const tensor = (name: string, element: OnnxTensor['element'], shape: number[], data: ArrayBufferView): OnnxTensor => ({
  ...{ name, element, shape, data },
});
const fileWith = (tensors: OnnxTensor[]) => encodeModel({ nodes: [], inputs: [], outputs: [], producer: 'test', tensors });

test('numbers of 4 bits become bytes by the scale of their block, the factor of their column and the step of their row', () => {
  const scales = new Uint16Array(ROWS * 2).fill(ONE).fill(HALF, 2, 4);
  const columns = new Uint16Array(WIDTH).fill(ONE).fill(TWO, 40);
  const steps = Float32Array.of(0.25, 1, 0.5);
  const file = fileWith([
    tensor('a.packed', 'uint8', [ROWS, 2, BLOCK / 2], packed()),
    tensor('a.scales', 'float16', [ROWS, 2], scales),
    tensor('a.columns', 'float16', [WIDTH], columns),
    tensor('a.steps', 'float32', [ROWS], steps),
    tensor('other', 'float32', [1], Float32Array.of(1)),
  ]);
  const unpacked = unpackWeights(file);
  expect(Buffer.compare(unpacked.subarray(0, file.length), file)).toBe(0);
  const { tensors } = decodeModel(Buffer.concat([fileWith([]), unpacked.subarray(file.length)]));
  expect(tensors.map(({ name, element, shape }) => [name, element, shape])).toEqual([['a.w', 'int8', [WIDTH, ROWS]]]);
  const found = Array.from(tensors[0]!.data as Int8Array);
  const wanted = Array.from({ length: WIDTH * ROWS }, (_, at) => {
    const [column, row] = [Math.floor(at / ROWS), at % ROWS];
    const scale = row === 1 ? 0.5 : 1;
    return Math.round(((numberAt(row, column) - 8) * scale * (column < 40 ? 1 : 2)) / steps[row]!);
  });
  expect(found.map((value) => value + 0)).toEqual(wanted.map((value) => value + 0));
});

test('a file without weights of 4 bits stays as it is', () => {
  const file = fileWith([tensor('other', 'float32', [1], Float32Array.of(1))]);
  expect(Buffer.compare(unpackWeights(file), file)).toBe(0);
});
