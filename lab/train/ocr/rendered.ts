import { Tensor } from 'onnxruntime-node';

/** Pixels that a rendered line is high. */
const HEIGHT = 48;

/** A line that `render.py` wrote: its text, in UTF-8, and what the model reads. */
export interface RenderedLine {
  text: Buffer;
  input: Tensor;
}

/** @param rendered the file: for each line its width and the length of its text (uint32), the text, 48 rows of pixels, R G B. */
export function* renderedLines(rendered: Buffer): Generator<RenderedLine> {
  for (let at = 0; at < rendered.length;) {
    const [width, size] = [rendered.readUInt32LE(at), rendered.readUInt32LE(at + 4)];
    const text = rendered.subarray(at + 8, at + 8 + size);
    const pixels = rendered.subarray(at + 8 + size, at + 8 + size + width * HEIGHT * 3);
    at += 8 + size + pixels.length;
    yield { text, input: inputOf(pixels, width) };
  }
}

/** Blue, green, red, 0..1, as the manifest of the model has it. */
function inputOf(pixels: Buffer, width: number): Tensor {
  const count = width * HEIGHT;
  const values = new Float32Array(count * 3);
  for (let i = 0; i < count; i++)
    for (let channel = 0; channel < 3; channel++) values[channel * count + i] = pixels[i * 3 + 2 - channel]! / 255;
  return new Tensor('float32', values, [1, 3, HEIGHT, width]);
}
