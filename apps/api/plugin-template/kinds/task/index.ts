import { defineCapability, definePlugin, ImageInput, type Image } from '@percept/sdk';
import { IsNumber, IsOptional, IsString } from '@percept/sdk/decorators';
import { defineModelTask, type ModelIdentity } from '@percept/sdk/models';

/** What a model of the task can do. */
interface LevelModel {
  readonly identity: ModelIdentity;
  run(image: Pick<Image, 'rgb'>): Promise<number>;
}

/** The models whose `model.yaml` says `task: NAME.level`: they answer one number for an image. */
export const level = defineModelTask<LevelModel>({
  id: 'NAME.level',

  // Runs once for each model. An error here says why the network does not fit: the model is listed as broken.
  open({ identity, network }) {
    const [input] = network.inputs;
    const [output] = network.outputs;
    const [, channels, height, width] = (input?.shape ?? []) as number[];
    if (!input || !output || channels !== 3) throw new Error('The network must take an image, as 1 × 3 × height × width.');
    return {
      identity,
      async run(image) {
        const pixels = await image.rgb({ width: width!, height: height! });
        const data = new Float32Array(pixels.length);
        // The network takes all values of red first.
        for (let at = 0; at < pixels.length; at++) data[(at % 3) * width! * height! + Math.floor(at / 3)] = pixels[at]! / 255;
        const answer = await network.run({ [input.name]: { type: 'float32', dims: [1, 3, height!, width!], data } });
        return Number(answer[output.name]!.data[0]);
      },
    };
  },

  // Runs once before the first call, on a black image.
  tryOut: (model) => model.run({ rgb: async ({ width, height }) => new Uint8Array(width * height * 3) }),
});

class LevelInput extends ImageInput {
  /** The name of a model for NAME.level; without it, the default answers. */
  @IsString()
  @IsOptional()
  model?: string;
}

class LevelOutput {
  @IsNumber()
  level!: number;
}

export const measure = defineCapability({
  id: 'NAME.measure',
  summary: 'Answers what a model for NAME.level says of an image.',
  input: LevelInput,
  output: LevelOutput,
  deterministic: true,
  tasks: [level.id],

  setup({ model: open }) {
    return async ({ image, model }, { used }) => {
      const opened = await open(level, model);
      used(opened.identity);
      return { level: await opened.run(image) };
    };
  },
});

export default definePlugin({
  name: 'NAME',
  version: '0.1.0',
  percept: 'PERCEPT_RANGE',
  tasks: [level],
  capabilities: [measure],
});
