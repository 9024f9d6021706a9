import { type LoadedModel, type TextLineCrop, type TextOrientation, imageToTensor } from '@percept/sdk/models';
import { paddedTo } from './text-line-crop';

/** Pixels of the model's input, which shows the beginning of a line. */
const WIDTH = 192;

/** @throws Error if the manifest names another decoder. */
export function openTextOrientation(model: LoadedModel) {
  const { identity, manifest, session } = model;
  if (manifest.output.decoder !== 'upside-down')
    throw new Error(`Model '${identity.name}': output.decoder is '${manifest.output.decoder}', but must be upside-down.`);
  const runner = new LineOrientation(model);
  const { size } = manifest.input;
  const blank = { pixels: new Uint8Array(size * WIDTH * 3), width: WIDTH, height: size };
  return { runner, warm: async () => void (await runner.upsideDown(blank)), close: () => session.release() };
}

class LineOrientation implements TextOrientation {
  readonly identity;

  constructor(private readonly model: LoadedModel) {
    this.identity = model.identity;
  }

  async upsideDown(crop: TextLineCrop): Promise<number> {
    const { session, manifest } = this.model;
    const { pixels, ...size } = paddedTo(crop, WIDTH);
    const frame = { ...size, content: { x: 0, y: 0, ...size } };
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    return (outputs[session.outputNames[0]!]!.data as Float32Array)[1]!;
  }
}
