import { defineCapability, encodeImage } from '@percept/sdk';
import { checkInside } from '../embed/check-inside';
import { findFaces } from '../faces/find-faces';
import { cover, widened } from './cover';
import { RedactInput } from './redact-input';
import { RedactOutput, type Redaction } from './redact-output';

/** Of a face's size, on each side: the box reaches from the eyebrows to the chin. */
const BORDER = 0.3;

export const redact = defineCapability({
  id: 'vision.redact',
  operation: 'redactImage',
  summary: 'Covers the faces of an image, and other parts, and removes its metadata.',
  description:
    'The pixels are replaced, so nothing of them can be recovered; a blur could be turned back. ' +
    'A face that is not found is not covered: look at the image before you publish it.',
  input: RedactInput,
  output: RedactOutput,
  deterministic: true,
  tasks: ['face-detection'],
  examples: [{ image_url: 'https://example.com/team.jpg', method: 'mosaic' }],

  async setup({ model }) {
    await model('face-detection');
    return async ({ image, faces, regions = [], method, min_confidence: minConfidence }, { timer, used }) => {
      for (const region of regions) checkInside(region, image, 'regions');
      const { width, height, format } = image.properties;
      const detector = faces ? await model('face-detection') : undefined;
      const found = detector ? await findFaces([detector], { image, minConfidence, landmarks: false, timer, used }) : [];
      const redactions: Redaction[] = [
        ...found.map(({ confidence, bounding_box }) => ({
          kind: 'face' as const,
          confidence,
          bounding_box: widened(bounding_box, BORDER, image.properties),
        })),
        ...regions.map(({ x, y, width: across, height: down }) => ({
          kind: 'region' as const,
          bounding_box: { x, y, width: across, height: down },
        })),
      ];
      const pixels = await timer.time('decode', () => image.rgb({ width, height }));
      for (const { bounding_box } of redactions) cover(pixels, image.properties, bounding_box, method);
      const isPng = format === 'png';
      const encoded = await timer.time('encode', () => encodeImage(pixels, { width, height }, isPng ? 'png' : 'jpeg'));
      return {
        image_data: Buffer.from(encoded).toString('base64'),
        media_type: isPng ? ('image/png' as const) : ('image/jpeg' as const),
        redactions,
        image_properties: { width, height, format },
      };
    };
  },
});
