import { defineCapability, definePlugin, ImageInput } from '@percept/sdk';
import { IsInt, IsNumber, IsOptional, Max, Min } from '@percept/sdk/decorators';

/** What callers send. `ImageInput` brings the image: by URL, as Base64, in a form or as a raw body. */
export class BrightnessInput extends ImageInput {
  /** How many pixels of the longer side are looked at. */
  @IsInt()
  @Min(1)
  @Max(1024)
  @IsOptional()
  detail = 64;
}

/** What they get. */
export class BrightnessOutput {
  /** 0 is black, 1 is white. */
  @IsNumber()
  @Min(0)
  @Max(1)
  brightness!: number;
}

export const brightness = defineCapability({
  id: 'NAME.brightness',
  summary: 'Tells how bright an image is.',
  input: BrightnessInput,
  output: BrightnessOutput,
  deterministic: true,
  examples: [{ image_url: 'https://example.com/street.jpg', detail: 128 }],

  // Runs once in each worker thread: load here what calls need.
  async setup() {
    // Runs for each call; the image is opened and checked already.
    return async ({ image, detail }) => {
      const { width, height } = image.properties;
      const scale = Math.min(1, detail / Math.max(width, height));
      const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
      const pixels = await image.rgb(size);
      const sum = pixels.reduce((total, value) => total + value, 0);
      return { brightness: Math.round((sum / pixels.length / 255) * 10_000) / 10_000 };
    };
  },
});

export default definePlugin({
  name: 'NAME',
  version: '0.1.0',
  percept: 'PERCEPT_RANGE',
  // Your own page, which the dashboard links to:
  // docs: 'https://example.com/percept-plugin-NAME',
  capabilities: [brightness],
});
