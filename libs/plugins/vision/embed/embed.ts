import { defineCapability, encodeImage, type Image } from '@percept/sdk';
import { checkInside } from './check-inside';
import { EmbedInput, type Crop } from './embed-input';
import { EmbedOutput } from './embed-output';
import { unitVector } from './unit-vector';

/** The significant digits of a float. */
const DIGITS = 7;

export const embed = defineCapability({
  id: 'vision.embed',
  operation: 'embedImage',
  summary: 'Describes an image by a vector: similar images have similar vectors.',
  description:
    'Returns 1,280 numbers with the default model. The cosine similarity of two vectors of the same model and version shows ' +
    'how similar two images are. The model sees the centre square; `crop` uses a part of the image instead. With a `model` ' +
    'such as CLIP, you can compare the vector with those of texts from `text.embed`.',
  input: EmbedInput,
  output: EmbedOutput,
  deterministic: true,
  tasks: ['image-embedding'],
  examples: [
    { image_url: 'https://example.com/harbour.jpg' },
    { image_url: 'https://example.com/gate.jpg', crop: { x: 10, y: 4, width: 40, height: 50 } },
  ],

  async setup({ model }) {
    await model('image-embedding');
    return async ({ image, crop, thumbnail, model: name }, { timer, used }) => {
      const embedder = await model('image-embedding', name);
      if (crop) checkInside(crop, image, 'crop');
      const vector = unitVector(await embedder.run(image, { region: crop, timer }));
      used(embedder.identity);
      const { width, height, format } = image.properties;
      return {
        embedding: Array.from(vector, (value) => Number(value.toPrecision(DIGITS))),
        dimensions: vector.length,
        model: { name: embedder.identity.name, version: embedder.identity.version },
        ...(thumbnail !== undefined && { thumbnail: await timer.time('encode', () => smallCopy(image, crop, thumbnail)) }),
        image_properties: { width, height, format },
      };
    };
  },
});

/** A JPEG in Base64. A smaller part keeps its size. */
async function smallCopy(image: Image, crop: Crop | undefined, side: number): Promise<string> {
  const part = crop ?? { x: 0, y: 0, ...image.properties };
  const scale = Math.min(1, side / Math.max(part.width, part.height));
  const size = { width: Math.max(1, Math.round(part.width * scale)), height: Math.max(1, Math.round(part.height * scale)) };
  const pixels = crop ? await image.crop(part, size) : await image.rgb(size);
  return Buffer.from(await encodeImage(pixels, size)).toString('base64');
}
