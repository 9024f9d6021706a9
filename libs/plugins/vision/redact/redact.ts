import { defineCapability, encodeImage } from '@percept/sdk';
import { checkInside } from '../embed/check-inside';
import { findFaces } from '../faces/find-faces';
import { openKindFinder } from '../../text/redact/find-kinds';
import { readLines } from '../text/read-lines';
import { cover, widened } from './cover';
import { coverCodes } from './cover-codes';
import { findTextKinds } from './find-text';
import { RedactInput } from './redact-input';
import { RedactOutput, type Redaction } from './redact-output';

/** The border on each side as a part of a face's size: the box reaches only from the eyebrows to the chin. */
const BORDER = 0.3;
/** The border as a part of a word's size. */
const TEXT_BORDER = 0.15;

export const redact = defineCapability({
  id: 'vision.redact',
  operation: 'redactImage',
  summary: 'Covers faces, codes and text of an image, and removes its metadata.',
  description:
    'Replaces the pixels, so nothing can be recovered; a blur could be reversed. What is not found is not covered: check ' +
    'the image before you publish it.',
  input: RedactInput,
  output: RedactOutput,
  deterministic: true,
  tasks: ['face-detection', 'text-recognition', 'text-embedding'],
  examples: [{ image_url: 'https://example.com/team.jpg', method: 'mosaic', codes: true, text_kinds: ['CARD', 'EMAIL'] }],

  async setup(context) {
    const { model } = context;
    await model('face-detection');
    const find = openKindFinder(context);
    return async ({ image, faces, codes, text_kinds, regions = [], method, min_confidence }, { timer, used }) => {
      for (const region of regions) checkInside(region, image, 'regions');
      const { width, height, format } = image.properties;
      const call = { image, minConfidence: min_confidence, timer, used };
      const detector = faces ? await model('face-detection') : undefined;
      const found = detector ? await findFaces([detector], { ...call, landmarks: false }) : [];
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
      if (text_kinds) {
        const lines = await readLines(await model('text-recognition'), { ...call, minConfidence: 0 });
        const words = await findTextKinds(lines, text_kinds, { find, report: { known: 1, isCut: false, used } });
        for (const { kind, confidence, bounding_box } of words.filter((each) => each.confidence >= min_confidence)) {
          const box = widened(bounding_box, TEXT_BORDER, image.properties);
          redactions.push({ kind: 'text', text_kind: kind, confidence, bounding_box: box });
        }
      }
      const pixels = await timer.time('decode', () => image.rgb({ width, height }));
      // A mosaic of letters may be read by somebody who knows the font.
      for (const { kind, bounding_box } of redactions)
        cover(pixels, image.properties, bounding_box, kind === 'text' ? 'fill' : method);
      if (codes)
        for (const bounding_box of await coverCodes({ rgb: pixels, width, height }, method, timer))
          redactions.push({ kind: 'code', bounding_box });
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
