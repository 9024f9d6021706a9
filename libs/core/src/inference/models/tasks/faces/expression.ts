import { Tensor } from 'onnxruntime-node';
import type { Image } from '../../../media/images';
import { softmax } from '../classification';
import { frameFor } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { portsFor, type ModelPorts } from '../../runtime';
import { imageToTensor } from '../../runtime';
import { untimed, type DetectedFace, type ExpressionReader, type TimingRecorder } from '../../runtime';
import { cropFace } from './face-crop';

/** Faces that are looked at in one run: the model gains by it, and memory stays bounded. */
const AT_ONCE = 32;
/** Of a crop's pixels: red, green, blue. */
const CHANNELS = 3;

type FaceToRead = Pick<DetectedFace, 'bounding_box' | 'roll'>;
type Activation = (values: Float32Array) => Float32Array;

/** How the model's numbers become probabilities, by the name that its manifest gives as `output.decoder`. */
const ACTIVATIONS: Readonly<Record<string, Activation>> = { probabilities: (values) => values, logits: softmax };

/** @throws Error if the model has another decoder, or another number of outputs than labels. */
export function openExpressionReader(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const { decoder } = manifest.output;
  const activation = Object.hasOwn(ACTIVATIONS, decoder) ? ACTIVATIONS[decoder] : undefined;
  if (!activation) {
    const known = Object.keys(ACTIVATIONS).join(', ');
    throw new Error(`Model '${identity.name}': output.decoder is '${decoder}', but must be one of ${known}.`);
  }
  const ports = portsFor(model, { scores: 'probabilities' });
  const runner = new OnnxExpressionReader(model, ports, activation);
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

class OnnxExpressionReader implements ExpressionReader {
  readonly identity;
  readonly labels: readonly string[];

  /** How many faces a run takes: a model may be made for a fixed number. */
  private readonly atOnce: number;

  constructor(
    private readonly model: LoadedModel,
    private readonly ports: ModelPorts,
    private readonly activation: Activation,
  ) {
    const batch = model.session.inputs.find(({ name }) => name === ports.image)!.shape[0];
    this.atOnce = batch === 1 ? 1 : AT_ONCE;
    this.identity = model.identity;
    this.labels = model.manifest.labels;
  }

  async run(
    image: Image,
    faces: readonly FaceToRead[],
    options: { timer?: TimingRecorder } = {},
  ): Promise<Record<string, number>[]> {
    const { timer = untimed } = options;
    const answers: Record<string, number>[] = [];
    for (let at = 0; at < faces.length; at += AT_ONCE) {
      const crops = await timer.time('decode', () => this.crops(image, faces.slice(at, at + AT_ONCE)));
      answers.push(...(await timer.time('inference', () => this.read(crops))));
    }
    return answers;
  }

  async warm(): Promise<void> {
    await this.infer([this.tensor(new Uint8Array(this.frame.width * this.frame.height * 3))]);
  }

  private get frame() {
    const { size } = this.model.manifest.input;
    return frameFor(this.model.manifest.input, { width: size, height: size });
  }

  private async crops(image: Image, faces: readonly FaceToRead[]): Promise<Uint8Array[]> {
    const crops: Uint8Array[] = [];
    for (const face of faces) crops.push(await cropFace(image, face, this.model.manifest.input));
    return crops;
  }

  /** Of each crop, or the mean of it and its mirror image. */
  private async read(crops: readonly Uint8Array[]): Promise<Record<string, number>[]> {
    const answers = await this.infer(crops.map((pixels) => this.tensor(pixels)));
    if (!this.model.manifest.input.mirrored) return answers;
    const mirrored = await this.infer(crops.map((pixels) => this.tensor(mirror(pixels, this.frame.width))));
    return answers.map((answer, index) => meanOf(answer, mirrored[index]!));
  }

  private tensor(pixels: Uint8Array): Tensor {
    return imageToTensor(pixels, this.frame, this.model.manifest.input);
  }

  private async infer(crops: readonly Tensor[]): Promise<Record<string, number>[]> {
    const answers: Record<string, number>[] = [];
    for (let at = 0; at < crops.length; at += this.atOnce)
      answers.push(...(await this.inferBatch(crops.slice(at, at + this.atOnce))));
    return answers;
  }

  private async inferBatch(crops: readonly Tensor[]): Promise<Record<string, number>[]> {
    const { session } = this.model;
    const outputs = await session.run({ [this.ports.image]: batchOf(crops) });
    const values = this.ports.read(outputs).scores!.data as Float32Array;
    const count = this.labels.length;
    if (values.length !== count * crops.length)
      throw new Error(`The model has ${values.length / crops.length} classes, but its manifest has ${count} labels.`);
    return crops.map((_, index) => this.named(this.activation(values.subarray(index * count, (index + 1) * count))));
  }

  /** The scores by label at the manifest's temperature, their sum made exactly 1. */
  private named(raw: Float32Array): Record<string, number> {
    const { temperature } = this.model.manifest.output;
    const scores = Array.from(raw, (score) => score ** (1 / temperature));
    const sum = scores.reduce((total, score) => total + score, 0);
    return Object.fromEntries(this.labels.map((label, index) => [label, scores[index]! / sum]));
  }
}

/** RGB pixels with left and right exchanged. */
function mirror(pixels: Uint8Array, width: number): Uint8Array {
  const turned = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    const column = (at / CHANNELS) % width;
    turned.set(pixels.subarray(at, at + CHANNELS), at + (width - 1 - 2 * column) * CHANNELS);
  }
  return turned;
}

const meanOf = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(one).map(([label, value]) => [label, (value + other[label]!) / 2]));

/** Tensors of one image each as one tensor. */
function batchOf(tensors: readonly Tensor[]): Tensor {
  const [first] = tensors as [Tensor];
  const data =
    first.type === 'uint8' ? new Uint8Array(first.size * tensors.length) : new Float32Array(first.size * tensors.length);
  for (const [index, tensor] of tensors.entries()) data.set(tensor.data as Uint8Array, index * first.size);
  const shape = [tensors.length, ...first.dims.slice(1)];
  return data instanceof Uint8Array ? new Tensor('uint8', data, shape) : new Tensor('float32', data, shape);
}
