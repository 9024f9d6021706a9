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
    for (let at = 0; at < faces.length; at += this.atOnce) {
      const part = faces.slice(at, at + this.atOnce);
      const crops = await timer.time('decode', () => this.crops(image, part));
      answers.push(...(await timer.time('inference', () => this.infer(crops))));
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

  private async crops(image: Image, faces: readonly FaceToRead[]): Promise<Tensor[]> {
    const tensors: Tensor[] = [];
    const { input } = this.model.manifest;
    for (const face of faces) tensors.push(this.tensor(await cropFace(image, face, input)));
    return tensors;
  }

  private tensor(pixels: Uint8Array): Tensor {
    return imageToTensor(pixels, this.frame, this.model.manifest.input);
  }

  private async infer(crops: readonly Tensor[]): Promise<Record<string, number>[]> {
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

/** Tensors of one image each as one tensor. */
function batchOf(tensors: readonly Tensor[]): Tensor {
  const [first] = tensors as [Tensor];
  const data =
    first.type === 'uint8' ? new Uint8Array(first.size * tensors.length) : new Float32Array(first.size * tensors.length);
  for (const [index, tensor] of tensors.entries()) data.set(tensor.data as Uint8Array, index * first.size);
  const shape = [tensors.length, ...first.dims.slice(1)];
  return data instanceof Uint8Array ? new Tensor('uint8', data, shape) : new Tensor('float32', data, shape);
}
