import type { Image, Region, TimingRecorder } from '@percept/sdk';
import {
  type BodyPoint,
  type Frame,
  type LoadedModel,
  type ModelPorts,
  type PoseEstimator,
  frameFor,
  framePixels,
  imageToTensor,
  portsFor,
  untimed,
} from '@percept/sdk/models';

/** @throws Error if the model has another decoder than `movenet`, or lacks its output. */
export function openPoseEstimator(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const { decoder } = manifest.output;
  if (decoder !== 'movenet') throw new Error(`Model '${identity.name}': output.decoder is '${decoder}', but must be movenet.`);
  const runner = new MoveNet(model, portsFor(model, { points: 'points' }));
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

class MoveNet implements PoseEstimator {
  readonly identity;
  readonly labels: readonly string[];

  constructor(
    private readonly model: LoadedModel,
    private readonly ports: ModelPorts,
  ) {
    this.identity = model.identity;
    this.labels = model.manifest.labels;
  }

  async run(image: Image, region: Region, { timer = untimed }: { timer?: TimingRecorder } = {}): Promise<BodyPoint[]> {
    const frame = frameFor(this.model.manifest.input, region);
    const part = { rgb: (size: { width: number; height: number }) => image.crop(region, size) };
    const pixels = await timer.time('decode', () => framePixels(part, frame, this.model.manifest.input));
    const points = await timer.time('inference', () => this.infer(pixels, frame));
    return this.labels.map((_, index) => {
      const [y, x, score] = points.subarray(index * 3, index * 3 + 3) as unknown as [number, number, number];
      return {
        x: region.x + ((x * frame.width - frame.content.x) / frame.content.width) * region.width,
        y: region.y + ((y * frame.height - frame.content.y) / frame.content.height) * region.height,
        score,
      };
    });
  }

  async warm(): Promise<void> {
    const { size } = this.model.manifest.input;
    const frame = frameFor(this.model.manifest.input, { width: size, height: size });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  /** Returns 17 × (y, x, score); y and x are shares of the input. */
  private async infer(pixels: Uint8Array | Float32Array, frame: Frame): Promise<Float32Array> {
    const { session, manifest } = this.model;
    const outputs = await session.run({ [this.ports.image]: imageToTensor(pixels, frame, manifest.input) });
    const points = this.ports.read(outputs).points!.data as Float32Array;
    if (points.length !== this.labels.length * 3)
      throw new Error(`The model answers ${points.length / 3} points, but its manifest has ${this.labels.length} labels.`);
    return points;
  }
}
