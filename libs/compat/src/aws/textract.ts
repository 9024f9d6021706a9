import type { AwsOperation, AwsService } from './aws-service';
import { pictureOf } from './rekognition/picture';
import { rekognition } from './rekognition/rekognition';
import { percent, toGeometry, wordsOf, type FoundLine, type Size } from './rekognition/rekognition-answers';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

const detectDocumentText: AwsOperation = async (exchange) => {
  const image = await pictureOf(exchange, { name: 'Document', tooLarge: 'DocumentTooLargeException' });
  const fields = { ...image, features: ['text'], include_metadata: true };
  const { text, metadata } = await exchange.call<{ text: FoundLine[]; metadata: Size }>('vision.analyze', fields);
  return { DocumentMetadata: { Pages: 1 }, Blocks: toBlocks(text, metadata), DetectDocumentTextModelVersion: '1.0' };
};

/** A page, its lines, and their words, which have the box of their line. Ids are unique within the answer. */
function toBlocks(lines: readonly FoundLine[], size: Size): object[] {
  const blocks = lines.flatMap(({ text, confidence, bounding_box }, line) => {
    const common = { Confidence: percent(confidence), Geometry: toGeometry(bounding_box, size), Page: 1 };
    const words = wordsOf(text).map((Text, index) => ({
      ...{ BlockType: 'WORD', Id: `word-${line}-${index}`, Text, TextType: 'PRINTED' },
      ...common,
    }));
    const Relationships = [{ Type: 'CHILD', Ids: words.map(({ Id }) => Id) }];
    return [{ BlockType: 'LINE', Id: `line-${line}`, Text: text, ...common, Relationships }, ...words];
  });
  const Ids = lines.map((_, line) => `line-${line}`);
  const page = { BlockType: 'PAGE', Id: 'page', Page: 1, Geometry: toGeometry(WHOLE, WHOLE) };
  return [{ ...page, ...(Ids.length > 0 && { Relationships: [{ Type: 'CHILD', Ids }] }) }, ...blocks];
}

/** Amazon Textract. */
export const textract: AwsService = {
  name: 'textract',
  errors: {
    ...rekognition.errors,
    UNSUPPORTED_MEDIA: 'UnsupportedDocumentException',
    PAYLOAD_TOO_LARGE: 'DocumentTooLargeException',
  },
  operations: { DetectDocumentText: detectDocumentText },
};
