import type { BoundingBox } from '@percept/sdk/models';
import type { AwsCall } from './aws-service';
import { readAwsPicture, type PictureField } from './rekognition/picture';
import { awsPercent, toBox, type RekognitionSize } from './rekognition/rekognition-answers';

interface FoundText {
  text: string;
  confidence: number;
  bounding_box: BoundingBox;
  polygon: { x: number; y: number }[];
}
type FoundLine = FoundText & { words: FoundText[] };

interface TextPage {
  lines: FoundLine[];
  size: RekognitionSize;
}

/** Reads the text in the picture of a call, down to single words. @throws AwsError. */
export async function readTextPage(exchange: AwsCall, place: PictureField): Promise<TextPage> {
  const image = await readAwsPicture(exchange, place);
  const fields = { ...image, features: ['text'], text_level: 'word', include_metadata: true };
  const { text, metadata } = await exchange.call<{ text: FoundLine[]; metadata: RekognitionSize }>('vision.analyze', fields);
  return { lines: text, size: metadata };
}

/** What both services report for a line or a word: confidence, box, and corners from the start of its upper edge. */
function describeText({ confidence, bounding_box, polygon }: FoundText, size: RekognitionSize): object {
  const Polygon = polygon.map(({ x, y }) => ({ X: x / size.width, Y: y / size.height }));
  return { Confidence: awsPercent(confidence), Geometry: { BoundingBox: toBox(bounding_box, size), Polygon } };
}

/** `TextDetections` of Rekognition: the lines, then their words. */
export function toTextDetections({ lines, size }: TextPage): object[] {
  const detections = lines.map((line, Id) => {
    return { DetectedText: line.text, Type: 'LINE', Id, ...describeText(line, size) };
  });
  const words = lines.flatMap(({ words: each }, ParentId) => each.map((word) => ({ word, ParentId })));
  const first = lines.length;
  return [
    ...detections,
    ...words.map(({ word, ParentId }, index) => {
      return { DetectedText: word.text, Type: 'WORD', Id: first + index, ParentId, ...describeText(word, size) };
    }),
  ];
}
