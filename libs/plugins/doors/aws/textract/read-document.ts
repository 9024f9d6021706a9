import type { BoundingBox } from '@percept/sdk/models';
import { AwsError } from '../aws-error';
import type { AwsCall, AwsFields } from '../aws-service';
import { readAwsPicture } from '../rekognition/picture';
import type { RekognitionSize } from '../rekognition/rekognition-answers';

interface Corner {
  x: number;
  y: number;
}
export interface PlacedAnswer {
  polygon: Corner[];
  /** Only where the capability has its own. */
  bounding_box?: BoundingBox;
}
interface Span {
  offset: number;
  length: number;
}
export type AnsweredWord = PlacedAnswer & { text: string; confidence: number };
export type AnsweredLine = AnsweredWord & { words?: AnsweredWord[]; span: Span };
export type ReadCell = PlacedAnswer & {
  row: number;
  column: number;
  row_span: number;
  column_span: number;
  text: string;
  span: Span;
};
export type ReadTable = PlacedAnswer & { cells: ReadCell[] };
export interface ReadKeyValue {
  key: string;
  key_line: number;
  value_lines: number[];
}
/** A page from `document.read`. */
export interface AnsweredPage extends RekognitionSize {
  lines: AnsweredLine[];
  tables: ReadTable[];
  key_values: ReadKeyValue[];
}

const DOCUMENT = { name: 'Document', tooLarge: 'DocumentTooLargeException' };

/** The document of a call in the form that capabilities take. @throws AwsError. */
export async function readAwsDocument(exchange: AwsCall): Promise<AwsFields> {
  const picture = await readAwsPicture(exchange, DOCUMENT);
  // Synchronous operations read only one page, as in Textract.
  const fields = { pages: '1' };
  if ('image_data' in picture) return { ...fields, document_data: picture.image_data };
  return { ...fields, document: picture.image };
}

/** @throws AwsError UnsupportedDocumentException for a document of many pages. */
export async function readOnePage({ call }: AwsCall, document: AwsFields): Promise<AnsweredPage> {
  const { pages, page_count } = await call<{ pages: AnsweredPage[]; page_count: number }>('document.read', document);
  if (page_count === 1) return pages[0]!;
  const cure = 'This operation takes one page: send each alone, or the whole to /v2/documents/read.';
  throw new AwsError('UnsupportedDocumentException', `The document has ${page_count} pages. ${cure}`, 'UNSUPPORTED_MEDIA');
}
