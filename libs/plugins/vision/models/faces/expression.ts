import { Tensor } from 'onnxruntime-node';
import type { Image, TimingRecorder } from '@percept/sdk';
import {
  type DetectedFace,
  type ExpressionReader,
  type LoadedModel,
  type ModelPorts,
  frameFor,
  imageToTensor,
  portsFor,
  untimed,
} from '@percept/sdk/models';
import { softmaxScores } from '../../../text/models/label-scores';
import { cropFace, mirror } from './face-crop';

/** Number of faces in one run: the model gains by it, and memory stays bounded. */
const AT_ONCE = 32;
/** A face is not read again if its likeliest expression has this probability. */
const SURE = 0.9;

type FaceToRead = Pick<DetectedFace, 'bounding_box' | 'roll'>;
type Shares = Record<string, number>;
type Activation = (values: Float32Array) => Float32Array;

/** How the model's numbers become probabilities, by the manifest's `output.decoder`. */
const ACTIVATIONS: Readonly<Record<string, Activation>> = { probabilities: (values) => values, logits: softmaxScores };

/** @throws Error if the model has another decoder, or its outputs are not as many as its labels. */
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

  /** Number of faces in a run: some models take only a fixed number. */
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

  async run(image: Image, faces: readonly FaceToRead[], options: { timer?: TimingRecorder } = {}): Promise<Shares[]> {
    const { timer = untimed } = options;
    const answers: Shares[] = [];
    for (let at = 0; at < faces.length; at += AT_ONCE)
      answers.push(...(await this.read(image, faces.slice(at, at + AT_ONCE), timer)));
    return answers;
  }

  async warm(): Promise<void> {
    await this.infer([this.tensor(new Uint8Array(this.frame.width * this.frame.height * 3))]);
  }

  private get frame() {
    const { size } = this.model.manifest.input;
    return frameFor(this.model.manifest.input, { width: size, height: size });
  }

  private async crops(image: Image, faces: readonly FaceToRead[], margin: number): Promise<Uint8Array[]> {
    const crops: Uint8Array[] = [];
    for (const face of faces) crops.push(await cropFace(image, face, { ...this.model.manifest.input, margin }));
    return crops;
  }

  /** Reads each face as it is; a doubtful one also mirrored and in other squares, and averages the results. */
  private async read(image: Image, faces: readonly FaceToRead[], timer: TimingRecorder): Promise<Shares[]> {
    const { input, output } = this.model.manifest;
    const crops = (of: readonly FaceToRead[], margin = input.margin) => timer.time('decode', () => this.crops(image, of, margin));
    const infer = (pixels: readonly Uint8Array[]) =>
      timer.time('inference', () => this.infer(pixels.map((each) => this.tensor(each))));
    const pixels = await crops(faces);
    const seen = (await infer(pixels)).map((answer) => [answer]);
    const isDoubtful = (views: readonly Shares[]) => (output.factors[likeliest(meanOf(views))[0]] ?? 1) < 1;
    const numbers = [...faces.keys()];
    const unsure = input.mirrored
      ? numbers.filter((face) => isDoubtful(seen[face]!) || likeliest(seen[face]![0]!)[1] < SURE)
      : [];
    for (const [index, answer] of (await infer(unsure.map((face) => mirror(pixels[face]!, this.frame.width)))).entries())
      seen[unsure[index]!]!.push(answer);
    const doubtful = input.again.length > 0 ? numbers.filter((face) => isDoubtful(seen[face]!)) : [];
    for (const margin of input.again) {
      const others = await crops(
        doubtful.map((face) => faces[face]!),
        margin,
      );
      for (const [index, answer] of (await infer(others)).entries()) seen[doubtful[index]!]!.push(answer);
    }
    return seen.map((views) => scaled(meanOf(views), output.factors));
  }

  private tensor(pixels: Uint8Array): Tensor {
    return imageToTensor(pixels, this.frame, this.model.manifest.input);
  }

  private async infer(crops: readonly Tensor[]): Promise<Shares[]> {
    const answers: Shares[] = [];
    for (let at = 0; at < crops.length; at += this.atOnce)
      answers.push(...(await this.inferBatch(crops.slice(at, at + this.atOnce))));
    return answers;
  }

  private async inferBatch(crops: readonly Tensor[]): Promise<Shares[]> {
    const { session } = this.model;
    const outputs = await session.run({ [this.ports.image]: batchOf(crops) });
    const values = this.ports.read(outputs).scores!.data as Float32Array;
    const count = this.labels.length;
    if (values.length !== count * crops.length)
      throw new Error(`The model has ${values.length / crops.length} classes, but its manifest has ${count} labels.`);
    return crops.map((_, index) => this.named(this.activation(values.subarray(index * count, (index + 1) * count))));
  }

  /** The scores by label at the manifest's temperature; they sum to exactly 1. */
  private named(raw: Float32Array): Shares {
    const { temperature } = this.model.manifest.output;
    const scores = Array.from(raw, (score) => score ** (1 / temperature));
    const sum = scores.reduce((total, score) => total + score, 0);
    return Object.fromEntries(this.labels.map((label, index) => [label, scores[index]! / sum]));
  }
}

/** The expression with the highest probability, and that probability. */
const likeliest = (shares: Readonly<Shares>): [string, number] =>
  Object.entries(shares).reduce((best, each) => (each[1] > best[1] ? each : best));

function meanOf(views: readonly Shares[]): Shares {
  const labels = Object.keys(views[0]!);
  return Object.fromEntries(labels.map((label) => [label, views.reduce((sum, each) => sum + each[label]!, 0) / views.length]));
}

/** Multiplies each share by its factor, then makes the sum 1 again. */
function scaled(shares: Shares, factors: Readonly<Record<string, number>>): Shares {
  const parts = Object.entries(shares).map(([label, value]) => [label, value * (factors[label] ?? 1)] as const);
  const sum = parts.reduce((all, [, value]) => all + value, 0);
  return Object.fromEntries(parts.map(([label, value]) => [label, value / sum]));
}

/** Joins tensors that have one image each into one tensor. */
function batchOf(tensors: readonly Tensor[]): Tensor {
  const [first] = tensors as [Tensor];
  const data =
    first.type === 'uint8' ? new Uint8Array(first.size * tensors.length) : new Float32Array(first.size * tensors.length);
  for (const [index, tensor] of tensors.entries()) data.set(tensor.data as Uint8Array, index * first.size);
  const shape = [tensors.length, ...first.dims.slice(1)];
  return data instanceof Uint8Array ? new Tensor('uint8', data, shape) : new Tensor('float32', data, shape);
}
