import type { Image, TimingRecorder } from '@percept/sdk';
import {
  type DetectedFace,
  type FaceEmbedder,
  type FaceToEmbed,
  type LoadedModel,
  type ModelPorts,
  frameFor,
  imageToTensor,
  portsFor,
  untimed,
} from '@percept/sdk/models';
import { cropFace, mirror } from './face-crop';

/**
 * As in dlib: the distance of the middle of eyes and mouth from the square's upper border, and the distance from the eyes to the
 * mouth.
 */
const MIDDLE = 0.43;
const EYES_TO_MOUTH = 0.45;

/** Opens a network that returns a vector for a face. @throws Error if it takes no image as the manifest describes it. */
export function openFaceEmbedder(model: LoadedModel) {
  const runner = new NetworkFaceEmbedder(model, portsFor(model, { vector: 'vector' }));
  return { runner, warm: () => runner.warm(), close: () => model.session.release() };
}

class NetworkFaceEmbedder implements FaceEmbedder {
  readonly identity;

  constructor(
    private readonly model: LoadedModel,
    private readonly ports: ModelPorts,
  ) {
    this.identity = model.identity;
  }

  async run(image: Image, faces: readonly FaceToEmbed[], options: { timer?: TimingRecorder } = {}): Promise<Float32Array[]> {
    const { timer = untimed } = options;
    const vectors: Float32Array[] = [];
    // One face at a time: a batch gains nothing here, and its memory would grow with the crowd.
    for (const face of faces) {
      const pixels = await timer.time('decode', () => this.crop(image, face));
      vectors.push(await timer.time('inference', () => this.embed(pixels)));
    }
    return vectors;
  }

  async warm(): Promise<void> {
    await this.infer(new Uint8Array(this.frame.width * this.frame.height * 3));
  }

  private get frame() {
    const { size } = this.model.manifest.input;
    return frameFor(this.model.manifest.input, { width: size, height: size });
  }

  private crop(image: Image, face: FaceToEmbed): Promise<Uint8Array> {
    const square = squareAround(face);
    if (square) return cropFace(image, { bounding_box: square, roll: face.roll }, { ...this.model.manifest.input, margin: 1 });
    return cropFace(image, face, this.model.manifest.input);
  }

  /** Adds the vector of the mirror image: both show the same face. */
  private async embed(pixels: Uint8Array): Promise<Float32Array> {
    const vector = await this.infer(pixels);
    if (!this.model.manifest.input.mirrored) return vector;
    const mirrored = await this.infer(mirror(pixels, this.frame.width));
    return vector.map((value, index) => value + mirrored[index]!);
  }

  private async infer(pixels: Uint8Array): Promise<Float32Array> {
    const { session, manifest } = this.model;
    const outputs = await session.run({ [this.ports.image]: imageToTensor(pixels, this.frame, manifest.input) });
    return Float32Array.from(this.ports.read(outputs).vector!.data as Float32Array);
  }
}

/** The square in which the network learned to see a face: eyes and mouth are always at the same places. */
function squareAround({ landmarks, roll = 0 }: FaceToEmbed): DetectedFace['bounding_box'] | undefined {
  if (!landmarks) return undefined;
  const { left_eye: left, right_eye: right, mouth } = landmarks;
  const side = (distance(left, mouth) + distance(right, mouth)) / 2 / EYES_TO_MOUTH;
  const below = (0.5 - MIDDLE) * side;
  const x = (left.x + right.x + mouth.x) / 3 - Math.sin(roll) * below;
  const y = (left.y + right.y + mouth.y) / 3 + Math.cos(roll) * below;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

const distance = (one: { x: number; y: number }, other: { x: number; y: number }): number =>
  Math.hypot(one.x - other.x, one.y - other.y);
