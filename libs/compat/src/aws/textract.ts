import type { AwsOperation, AwsService } from './aws-service';
import { rekognition } from './rekognition/rekognition';
import { describeText, readPage, type TextPage } from './text';

const WHOLE = {
  BoundingBox: { Left: 0, Top: 0, Width: 1, Height: 1 },
  Polygon: [
    { X: 0, Y: 0 },
    { X: 1, Y: 0 },
    { X: 1, Y: 1 },
    { X: 0, Y: 1 },
  ],
};

const detectDocumentText: AwsOperation = async (exchange) => {
  const page = await readPage(exchange, { name: 'Document', tooLarge: 'DocumentTooLargeException' });
  return { DocumentMetadata: { Pages: 1 }, Blocks: toBlocks(page), DetectDocumentTextModelVersion: '1.0' };
};

/** A page, its lines, and their words. Ids are unique within the answer. */
function toBlocks({ lines, size }: TextPage): object[] {
  const blocks = lines.flatMap((each, line) => {
    const words = each.words.map((word, index) => {
      const Id = `word-${line}-${index}`;
      return { BlockType: 'WORD', Id, Text: word.text, TextType: 'PRINTED', Page: 1, ...describeText(word, size) };
    });
    const Relationships = [{ Type: 'CHILD', Ids: words.map(({ Id }) => Id) }];
    const described = { Text: each.text, Page: 1, ...describeText(each, size) };
    return [{ BlockType: 'LINE', Id: `line-${line}`, ...described, Relationships }, ...words];
  });
  const Ids = lines.map((_, line) => `line-${line}`);
  const page = { BlockType: 'PAGE', Id: 'page', Page: 1, Geometry: WHOLE };
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
