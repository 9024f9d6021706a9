import { PbfReader, PbfWriter } from 'pbf';
import { writeTensor } from './encoding';

/** Numbers of a row that share a scale; two lie in a byte. */
const BLOCK = 32;
const [GRAPH, INITIALIZER, TENSOR_NAME, TENSOR_BYTES] = [7, 5, 8, 9];

/** The value of each 16-bit float, by its bits. */
export const HALVES = Float32Array.from({ length: 65_536 }, (_, bits) => {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
});

/** Weights of 4 bits, as they lie in the file. */
interface Packed {
  /** For each row and block 16 bytes: byte j has the numbers j (low half) and j + 16, each from 0 to 15. */
  numbers: Uint8Array;
  /** A 16-bit float for each row and block. */
  scales: Uint16Array;
  /** By what each column is multiplied, 16-bit floats. */
  columns: Uint16Array;
  /** What 1 is worth in the bytes of a row. */
  steps: Float32Array;
}

/**
 * Adds to an .onnx file the weights in bytes that its nodes take as NAME.w, and that it holds in 4 bits: half of the size. Nodes of the
 * graph could do the same, but ONNX Runtime keeps what lies between them, thirty times the file, until it has opened the model.
 */
export function unpackWeights(file: Uint8Array): Uint8Array {
  const tensors = bytesByName(file);
  const writer = new PbfWriter();
  for (const [name, numbers] of tensors) {
    if (!name.endsWith('.packed')) continue;
    const own = name.slice(0, -'.packed'.length);
    const of = (part: string): ArrayBuffer => tensors.get(`${own}.${part}`)!.buffer as ArrayBuffer;
    const columns = new Uint16Array(of('columns'));
    const packed = { numbers, columns, scales: new Uint16Array(of('scales')), steps: new Float32Array(of('steps')) };
    const tensor = {
      name: `${own}.w`,
      element: 'int8' as const,
      shape: [columns.length, packed.steps.length],
      data: unpacked(packed),
    };
    writer.writeMessage(GRAPH, (_, graph) => graph.writeMessage(INITIALIZER, writeTensor, tensor), undefined);
  }
  // Two messages after each other are one: the graph of the second adds its weights to that of the first.
  return Buffer.concat([file, writer.finish()]);
}

/** A row for each column, as the nodes multiply. */
function unpacked({ numbers, scales, columns, steps }: Packed): Int8Array {
  const [rows, width] = [steps.length, columns.length];
  const found = new Int8Array(rows * width);
  let row = 0;
  const put = (column: number, number: number, scale: number): void => {
    found[column * rows + row] = Math.round(((number - 8) * scale * HALVES[columns[column]!]!) / steps[row]!);
  };
  for (let at = 0; row < rows; row++) {
    for (let column = 0; column < width; column += BLOCK) {
      const scale = HALVES[scales[(row * width + column) / BLOCK]!]!;
      for (let j = 0; j < BLOCK / 2; j++) {
        const pair = numbers[at++]!;
        put(column + j, pair & 15, scale);
        put(column + j + BLOCK / 2, pair >> 4, scale);
      }
    }
  }
  return found;
}

/** Copies, because numbers must lie at multiples of their size. */
function bytesByName(file: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const readTensor = (_: unknown, reader: PbfReader): void => {
    const tensor = { name: '', bytes: new Uint8Array(0) };
    reader.readMessage((field) => {
      if (field === TENSOR_NAME) tensor.name = reader.readString();
      else if (field === TENSOR_BYTES) tensor.bytes = Uint8Array.from(reader.readBytes());
    }, tensor);
    found.set(tensor.name, tensor.bytes);
  };
  new PbfReader(file).readFields((field, _, reader) => {
    if (field === GRAPH) reader.readMessage((each, graph) => void (each === INITIALIZER && readTensor(graph, reader)), found);
  }, found);
  return found;
}
