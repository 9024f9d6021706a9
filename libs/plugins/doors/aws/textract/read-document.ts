import type { BoundingBox } from '@percept/sdk/models';
import { AwsError } from '../aws-error';
import type { AwsCall, CallFields } from '../aws-service';
import { pictureOf } from '../rekognition/picture';
import type { Size } from '../rekognition/rekognition-answers';

interface Corner {
  x: number;
  y: number;
}
export interface Placed {
  polygon: Corner[];
  /** Only where the capability has its own. */
  bounding_box?: BoundingBox;
}
interface Span {
  offset: number;
  length: number;
}
export type ReadWord = Placed & { text: string; confidence: number };
export type ReadLine = ReadWord & { words?: ReadWord[]; span: Span };
export type ReadCell = Placed & { row: number; column: number; row_span: number; column_span: number; text: string; span: Span };
export type ReadTable = Placed & { cells: ReadCell[] };
export interface ReadKeyValue {
  key: string;
  key_line: number;
  value_lines: number[];
}
/** A page from `document.read`. */
export interface ReadPage extends Size {
  lines: ReadLine[];
  tables: ReadTable[];
  key_values: ReadKeyValue[];
}

const DOCUMENT = { name: 'Document', tooLarge: 'DocumentTooLargeException' };

/** The document of a call in the form that capabilities take. @throws AwsError. */
export async function documentOf(exchange: AwsCall): Promise<CallFields> {
  const picture = await pictureOf(exchange, DOCUMENT);
  // Synchronous operations read only one page, as in Textract.
  const fields = { pages: '1' };
  if ('image_data' in picture) return { ...fields, document_data: picture.image_data };
  return { ...fields, document: picture.image };
}

/** @throws AwsError UnsupportedDocumentException for a document of many pages. */
export async function readOnePage({ call }: AwsCall, document: CallFields): Promise<ReadPage> {
  const { pages, page_count } = await call<{ pages: ReadPage[]; page_count: number }>('document.read', document);
  if (page_count === 1) return pages[0]!;
  const cure = 'This operation takes one page: send each alone, or the whole to /v2/documents/read.';
  throw new AwsError('UnsupportedDocumentException', `The document has ${page_count} pages. ${cure}`, 'UNSUPPORTED_MEDIA');
}
