import type { Image } from '../../../media/images';
import { frameFor, type Frame } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import { untimed } from '../../runtime';
import type { TimingRecorder, TextDetector, TextRegion } from '../../runtime';
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

/** A model that maps where text is: differentiable binarisation. */
class MapDetector implements TextDetector {
  readonly identity;

  constructor(private readonly model: LoadedModel) {
    this.identity = model.identity;
  }

  async run(image: Image, { timer = untimed }: { timer?: TimingRecorder }): Promise<TextRegion[]> {
    const { width, height } = image.properties;
    const frame = this.frame(image.properties);
    const pixels = await timer.time('decode', () => framePixels(image, frame));
    const map = await timer.time('inference', () => this.map(pixels, frame));
    return timer.time('postprocess', async () => regionsOf(map, { x: width / map.width, y: height / map.height }));
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
