import { type LoadedModel, type RereadLine, type TextLineCrop, type TextRereader, imageToTensor } from '@percept/sdk/models';
import { collapsed } from '../ctc';

/** Width in pixels of the strip that warms the model. */
const WARM_WIDTH = 320;

/** @throws Error if the manifest names another decoder. */
export function openTextRereader(model: LoadedModel) {
  const { identity, manifest, session } = model;
  if (manifest.output.decoder !== 'ctc-classes')
    throw new Error(`Model '${identity.name}': output.decoder is '${manifest.output.decoder}', but must be ctc-classes.`);
  const runner = new ClassReader(model);
  const { size } = manifest.input;
  const blank = { pixels: new Uint8Array(size * WARM_WIDTH * 3), width: WARM_WIDTH, height: size };
  return { runner, warm: async () => void (await runner.read(blank)), close: () => session.release() };
}

/** A network that returns, for each step, the likeliest class, its probability, and the probability of a space. */
class ClassReader implements TextRereader {
  readonly identity;
  readonly height;
  readonly characters: readonly string[];

  constructor(private readonly model: LoadedModel) {
    this.identity = model.identity;
    this.height = model.manifest.input.size;
    this.characters = [...model.manifest.labels, ' '];
  }

  async read({ pixels, width, height }: TextLineCrop): Promise<RereadLine> {
    const { session, manifest } = this.model;
    const frame = { width, height, content: { x: 0, y: 0, width, height } };
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    const classes = outputs.class!.data as Int32Array;
    const probabilities = outputs.probability!.data as Float32Array;
    return { characters: collapsed(classes, probabilities, this.characters), spaces: outputs.space!.data as Float32Array };
  }
}
