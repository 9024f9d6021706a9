import { defineCapability, encodeImage, imageFromPixels, type Image } from '@percept/sdk';
import { checkInside } from '../embed/check-inside';
import { findFaces } from '../faces/find-faces';
import { openKindFinder } from '../../text/redact/find-kinds';
import { readLines } from '../text/read-lines';
import { cover, widened, type CoverMethod } from './cover';
import { coverCodes } from './cover-codes';
import { findTextKinds } from './find-text';
import { RedactInput } from './redact-input';
import { IsIn, IsOptional, IsString, JSONSchema, IsListOf, IsNested, IsFraction } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { ENTITY_TYPES, type EntityType } from '../../text/entities/found';
import { Box } from '../detect/detect-output';

class Redaction {
  @JSONSchema({ description: 'What was covered.' })
  @IsIn(['face', 'code', 'text', 'region'])
  kind!: 'face' | 'code' | 'text' | 'region';

  @JSONSchema({ description: 'Of a text: what it was, such as `CARD`.' })
  @IsIn(ENTITY_TYPES)
  @IsOptional()
  text_kind?: EntityType;

  @JSONSchema({ description: 'Of a face or a text.' })
  @IsFraction()
  @IsOptional()
  confidence?: number;

  @JSONSchema({ description: 'The part that was covered, in pixels of the answer.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}

class RedactOutput {
  @JSONSchema({ description: 'The upright image with covered parts, in Base64. It has no metadata and no thumbnail.' })
  @IsString()
  image_data!: string;

  @JSONSchema({ description: 'A PNG stays one; every other format becomes a JPEG.' })
  @IsIn(['image/jpeg', 'image/png'])
  media_type!: 'image/jpeg' | 'image/png';

  @JSONSchema({ description: 'What was covered.' })
  @IsListOf(() => Redaction)
  redactions!: Redaction[];

  @JSONSchema({ description: 'Size and format of the image that was sent.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}

/** The border on each side as a part of a face's size: the box reaches only from the eyebrows to the chin. */
const BORDER = 0.3;
/** When the largest faces are covered, the detector may find others: it looks again, at most this many times. */
const MAX_ROUNDS = 3;
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
      const facesOf = async (picture: Image): Promise<Redaction[]> => {
        const found = detector ? await findFaces([detector], { ...call, image: picture, landmarks: false }) : [];
        return found.map(({ confidence, bounding_box }) => ({
          kind: 'face' as const,
          confidence,
          bounding_box: widened(bounding_box, BORDER, image.properties),
        }));
      };
      const redactions: Redaction[] = [
        ...(await facesOf(image)),
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
      redactions.push(...(await coverRest({ rgb: pixels, width, height }, method, { facesOf, covered: redactions })));
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

type Picture = Parameters<typeof imageFromPixels>[0];

/** Covers faces until none is found any more. @returns those that were not covered before. */
async function coverRest(
  picture: Picture,
  method: CoverMethod,
  { facesOf, covered }: { facesOf: (image: Image) => Promise<Redaction[]>; covered: readonly Redaction[] },
): Promise<Redaction[]> {
  const rest: Redaction[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // The detector may take a mosaic for a face.
    const isNew = (each: Redaction): boolean => ![...covered, ...rest].some((before) => hasCentre(before, each));
    const left = (await facesOf(imageFromPixels(picture))).filter(isNew);
    if (left.length === 0) break;
    for (const { bounding_box } of left) cover(picture.rgb, picture, bounding_box, method);
    rest.push(...left);
  }
  return rest;
}

/** Whether the middle of the second part lies in the first. */
function hasCentre({ bounding_box: has }: Redaction, { bounding_box: { x, y, width, height } }: Redaction): boolean {
  const [across, down] = [x + width / 2 - has.x, y + height / 2 - has.y];
  return across >= 0 && across <= has.width && down >= 0 && down <= has.height;
}
