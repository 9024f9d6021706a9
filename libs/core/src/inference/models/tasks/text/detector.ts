import type { Image } from '../../../media/images';
import { frameFor, type Frame } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import { untimed } from '../../runtime';
import type { TimingRecorder, TextDetector, TextRegion } from '../../runtime';
import { isCutOut, mayHaveRowsAtEdge, withBorder } from './border';
import { withCutRows } from './layout/cut-rows';
import { regionsOf, type TextMap } from './regions';

/** The maximum enlargement of small images: more only adds pixels. */
const MAX_ENLARGED = 2;

/** @throws Error if the manifest names another decoder. */
export function openTextDetector(model: LoadedModel) {
  const { identity, manifest, session } = model;
  if (manifest.output.decoder !== 'db')
    throw new Error(`Model '${identity.name}': output.decoder is '${manifest.output.decoder}', but must be db.`);
  const runner = new MapDetector(model);
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

interface Look {
  /** height × width × 3 bytes of the frame. */
  pixels: Uint8Array;
  frame: Frame;
  image: { width: number; height: number };
  timer: TimingRecorder;
}

/** A model that maps where text is: differentiable binarisation. */
class MapDetector implements TextDetector {
  readonly identity;

  constructor(private readonly model: LoadedModel) {
    this.identity = model.identity;
  }

  async run(image: Image, { timer = untimed }: { timer?: TimingRecorder }): Promise<TextRegion[]> {
    const { properties } = image;
    const frame = this.frame(properties);
    const pixels = await timer.time('decode', () => framePixels(image, frame));
    const found = isCutOut(properties) ? undefined : await this.find({ pixels, frame, image: properties, timer });
    if (found && !mayHaveRowsAtEdge(found, properties)) return found;
    // A whole step of the network: the rest of the image looks as it does without a border.
    const { multiple: border = 32 } = this.model.manifest.input;
    const bordered = withBorder(pixels, frame, border);
    if (!bordered) return found ?? this.find({ pixels, frame, image: properties, timer });
    const content = { x: border, y: border, width: frame.width, height: frame.height };
    const around = { width: frame.width + 2 * border, height: frame.height + 2 * border, content };
    return withCutRows(await this.find({ pixels: bordered, frame: around, image: properties, timer }), properties);
  }

  private async find({ pixels, frame, image, timer }: Look): Promise<TextRegion[]> {
    const map = await timer.time('inference', () => this.map(pixels, frame));
    const { content } = frame;
    const pixel = { x: image.width / content.width, y: image.height / content.height };
    const cell = { x: (pixel.x * frame.width) / map.width, y: (pixel.y * frame.height) / map.height };
    return timer.time('postprocess', async () => regionsOf(map, cell, { x: -content.x * pixel.x, y: -content.y * pixel.y }));
  }

  async warm(): Promise<void> {
    const frame = this.frame({ width: 320, height: 320 });
    await this.map(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  private frame(image: { width: number; height: number }): Frame {
    const { input } = this.model.manifest;
    const size = Math.min(input.size, Math.max(image.width, image.height) * MAX_ENLARGED);
    return frameFor({ ...input, size }, image);
  }

  private async map(pixels: Uint8Array, frame: Frame): Promise<TextMap> {
    const { session, manifest } = this.model;
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    const { data, dims } = outputs[session.outputNames[0]!]!;
    return { values: data as Float32Array, width: dims[3]!, height: dims[2]! };
  }
}
