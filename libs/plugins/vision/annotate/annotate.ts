import { defineCapability, encodeImage, type SetupContext } from '@percept/sdk';
import { findFaces } from '../faces/find-faces';
import type { ImageCall } from '../image-call';
import { readLines } from '../text/read-lines';
import { AnnotateInput, type DRAWN } from './annotate-input';
import { fitted, fromResult, formatLabel, scaledBox, type Named } from './boxes';
import { IsIn, IsString, JSONSchema, IsListOf, IsNested } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { Box } from '../detect/detect-output';

class DrawnBox {
  @JSONSchema({ description: 'What stands at the box.' })
  @IsString()
  label!: string;

  @JSONSchema({ description: 'Its place, in pixels of the answer.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}

class AnnotateOutput {
  @JSONSchema({ description: 'The upright image with the boxes, in Base64, without metadata.' })
  @IsString()
  image_data!: string;

  @IsIn(['image/jpeg', 'image/png'])
  media_type!: 'image/jpeg' | 'image/png';

  @JSONSchema({ description: 'What was drawn.' })
  @IsListOf(() => DrawnBox)
  boxes!: DrawnBox[];

  @JSONSchema({ description: 'Size and format of the image that was sent.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}

type Find = (call: ImageCall) => Promise<Named[]>;

export const annotate = defineCapability({
  id: 'vision.annotate',
  operation: 'annotateImage',
  summary: 'Draws what is in an image on it: boxes with the names of objects, faces and lines of text.',
  description:
    '`draw` sets what it finds and draws; `boxes` are results of other capabilities to draw unchanged. Labels are drawn in ' +
    'capital Latin letters; a label without Latin letters is drawn as its number.',
  input: AnnotateInput,
  output: AnnotateOutput,
  deterministic: true,
  tasks: ['object-detection', 'face-detection', 'text-recognition', 'text-detection', 'text-orientation', 'text-rereading'],
  examples: [{ image_url: 'https://example.com/street.jpg', draw: ['objects', 'text'], max_side: 320 }],

  async setup({ model }) {
    for (const task of ['object-detection', 'face-detection', 'text-recognition'] as const)
      await model(task).catch(() => undefined);
    const find = findersFor(model);
    return async ({ image, draw, boxes, labels, min_confidence: minConfidence, format, max_side }, { timer, used, signal }) => {
      const named = (boxes ?? []).map(fromResult);
      for (const each of new Set(draw ?? (boxes ? [] : (['objects'] as const)))) {
        signal.throwIfAborted();
        named.push(...(await find[each]({ image, minConfidence, timer, used })));
      }
      const { width, height, format: own } = image.properties;
      const size = fitted({ width, height }, max_side);
      const drawn = named.map((each) => ({
        label: formatLabel(each, labels),
        bounding_box: scaledBox(each.bounding_box, { width, height }, size),
      }));
      const pixels = await timer.time('decode', () => image.rgb(size));
      const kind = format ?? (own === 'png' ? 'png' : 'jpeg');
      const marks = drawn.map(({ label, bounding_box }) => ({ ...bounding_box, label }));
      const encoded = await timer.time('encode', () => encodeImage(pixels, size, kind, marks));
      return {
        image_data: Buffer.from(encoded).toString('base64'),
        media_type: `image/${kind}` as const,
        boxes: drawn,
        image_properties: { width, height, format: own },
      };
    };
  },
});

const findersFor = (model: SetupContext['model']): Record<(typeof DRAWN)[number], Find> => ({
  objects: async ({ image, minConfidence, timer, used }) => {
    const detector = await model('object-detection');
    const found = await detector.run(image, { minConfidence, timer });
    used(detector.identity);
    return found.map(({ label, confidence, bounding_box }) => ({ name: label, confidence, bounding_box }));
  },
  faces: async (call) => {
    const found = await findFaces([await model('face-detection')], { ...call, landmarks: false });
    return found.map(({ confidence, bounding_box }) => ({ name: 'face', confidence, bounding_box }));
  },
  text: async (call) => {
    const lines = await readLines(await model('text-recognition'), call);
    return lines.map(({ text, bounding_box }) => ({ name: text, bounding_box }));
  },
});
