import type { Image, Region, Size, TimingRecorder } from '@percept/sdk';
import {
  type Frame,
  type ImageEmbedder,
  type LoadedModel,
  type ModelPorts,
  type Pixels,
  frameFor,
  framePixels,
  imageToTensor,
  portsFor,
  untimed,
} from '@percept/sdk/models';

/**
 * Opens a network that returns a vector for an image.
 * @throws Error if the model takes no image as the manifest describes it, or the size of its vector is not fixed.
 */
export function openImageEmbedder(model: LoadedModel) {
  const runner = new NetworkEmbedder(model, portsFor(model, { vector: 'features' }));
  return { runner, warm: () => runner.warm(), close: () => model.session.release() };
}

class NetworkEmbedder implements ImageEmbedder {
  readonly identity;
  readonly dimensions: number;
  readonly inputSize: number;
  /** Vectors by image: if several heads share the trunk, it runs once for each image. */
  private readonly known = new WeakMap<Image, Promise<Float32Array>>();

  constructor(
    private readonly model: LoadedModel,
    private readonly ports: ModelPorts,
  ) {
    this.identity = model.identity;
    this.inputSize = model.manifest.input.size;
    this.dimensions = dimensionsOf(model);
  }

  async run(image: Image, options: { region?: Region; timer?: TimingRecorder } = {}): Promise<Float32Array> {
    const { region, timer = untimed } = options;
    if (region) return this.compute({ rgb: (size) => image.crop(region, size), properties: region }, region, timer);
    let vector = this.known.get(image);
    if (!vector) {
      vector = this.compute(image, image.properties, timer);
      this.known.set(image, vector);
    }
    // Each caller may change its own copy.
    return Float32Array.from(await vector);
  }

  async warm(): Promise<void> {
    const { size, height = size } = this.model.manifest.input;
    const frame = frameFor(this.model.manifest.input, { width: size, height });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  private async compute(pixels: Pixels, size: Size, timer: TimingRecorder): Promise<Float32Array> {
    const { input } = this.model.manifest;
    const frame = frameFor(input, size);
    const framed = await timer.time('decode', () => framePixels(pixels, frame, input));
    return timer.time('inference', () => this.infer(framed, frame));
  }

  private async infer(pixels: Uint8Array | Float32Array, frame: Frame): Promise<Float32Array> {
    const { session, manifest, identity } = this.model;
    const outputs = await session.run({ [this.ports.image]: imageToTensor(pixels, frame, manifest.input) });
    const { data } = this.ports.read(outputs).vector!;
    if (data instanceof Float32Array && data.length === this.dimensions) return data;
    throw new Error(`Model '${identity.name}' answers ${data.length} values, but a vector has ${this.dimensions} numbers.`);
  }
}

/** @throws Error if the network does not say how many numbers it returns. */
function dimensionsOf({ session, identity, manifest }: LoadedModel): number {
  const name = manifest.output.names.vector;
  const port = session.outputs.find((each) => each.name === name) ?? session.outputs[0];
  const [length] = (port?.shape ?? []).slice(1).filter((side) => side !== 1);
  if (typeof length === 'number' && length > 1) return length;
  throw new Error(`Model '${identity.name}': its output '${port?.name}' must say how many numbers a vector has.`);
}
