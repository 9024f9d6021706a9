import {
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  JSONSchema,
  IsFraction,
  IsListOf,
  IsNested,
} from '@percept/sdk/decorators';
import { Rows } from '@percept/sdk';
import { BARCODE_FORMATS, type BarcodeFormat } from '../../vision/barcodes/barcode-formats';

export class PagePoint {
  @IsNumber() x!: number;
  @IsNumber() y!: number;
}

class ContentSpan {
  @JSONSchema({ description: 'Place in `content`, counted in UTF-16 code units from 0.' })
  @IsInt()
  @Min(0)
  offset!: number;

  @JSONSchema({ description: 'UTF-16 code units.' })
  @IsInt()
  @Min(0)
  length!: number;
}

class Placed {
  @JSONSchema({ description: 'The corners in the unit of the page, clockwise as the text is read.' })
  @IsListOf(() => PagePoint)
  polygon!: PagePoint[];
}

export class DocumentWord extends Placed {
  @IsString() text!: string;

  @JSONSchema({ description: 'Probability that it was read right; 1 from a text layer.' })
  @IsFraction()
  confidence!: number;
}

class DocumentLine extends DocumentWord {
  @JSONSchema({ description: 'Not with `level: line`.' })
  @IsListOf(() => DocumentWord)
  @IsOptional()
  words?: DocumentWord[];

  @IsNested(() => ContentSpan)
  span!: ContentSpan;
}

class DocumentRow extends Placed {
  @JSONSchema({ description: 'The texts of its lines, with a space between them.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Places of its lines in `lines` of the page, counted from 0.' })
  @IsArray()
  @IsInt({ each: true })
  lines!: number[];
}

class DocumentParagraph extends Placed {
  @IsString() text!: string;

  @JSONSchema({ description: 'What it is for, as far as its size tells.' })
  @IsIn(['title', 'heading'])
  @IsOptional()
  role?: 'title' | 'heading';

  @JSONSchema({ description: 'Places of its lines in `lines` of the page, counted from 0.' })
  @IsArray()
  @IsInt({ each: true })
  lines!: number[];
}

class TableCell extends Placed {
  @IsInt() @Min(0) row!: number;
  @IsInt() @Min(0) column!: number;
  @IsInt() @Min(1) column_span!: number;
  @IsInt() @Min(1) row_span!: number;
  @IsString() text!: string;

  @IsNested(() => ContentSpan)
  span!: ContentSpan;
}

class DocumentTable extends Placed {
  @IsInt() @Min(1) row_count!: number;
  @IsInt() @Min(1) column_count!: number;

  @JSONSchema({ description: 'Row by row; empty cells are left out.' })
  @IsListOf(() => TableCell)
  cells!: TableCell[];
}

export class DocumentKeyValue {
  @JSONSchema({ description: 'The label, without its colon.' })
  @IsString()
  key!: string;

  @IsString() value!: string;

  @JSONSchema({ description: 'Place of the line of the label in `lines` of the page, counted from 0.' })
  @IsInt()
  key_line!: number;

  @JSONSchema({ description: 'Places of the lines of the value.' })
  @IsArray()
  @IsInt({ each: true })
  value_lines!: number[];
}

export class DocumentBarcode extends Placed {
  @IsIn(BARCODE_FORMATS) format!: BarcodeFormat;
  @IsString() text!: string;
  @JSONSchema({ description: 'Base64.' }) @IsString() bytes!: string;
}

export class DocumentPage {
  @JSONSchema({ description: 'From 1.' }) @IsInt() @Min(1) number!: number;
  @JSONSchema({ description: 'In `unit`, of the page as it is shown.' }) @IsNumber() width!: number;
  @IsNumber() height!: number;

  @JSONSchema({ description: 'Inches for a PDF, pixels for a picture.' })
  @IsIn(['inch', 'pixel'])
  unit!: 'inch' | 'pixel';

  @JSONSchema({ description: 'Degrees by which the text is turned clockwise, more than -180 and at most 180.' })
  @IsNumber()
  angle!: number;

  @JSONSchema({ description: 'Where the text comes from.' })
  @IsIn(['text_layer', 'ocr', 'none'])
  source!: 'text_layer' | 'ocr' | 'none';

  @JSONSchema({ description: 'In reading order.' })
  @IsListOf(() => DocumentLine)
  lines!: DocumentLine[];

  @JSONSchema({ description: 'What stands on one printed row.' })
  @IsListOf(() => DocumentRow)
  rows!: DocumentRow[];

  @IsListOf(() => DocumentParagraph)
  paragraphs!: DocumentParagraph[];

  @IsListOf(() => DocumentTable)
  tables!: DocumentTable[];

  @JSONSchema({ description: 'Labels that end with a colon, and what stands beside them.' })
  @IsListOf(() => DocumentKeyValue)
  key_values!: DocumentKeyValue[];

  @JSONSchema({ description: 'Only with `barcodes`.' })
  @IsListOf(() => DocumentBarcode)
  @IsOptional()
  barcodes?: DocumentBarcode[];
}

export class ReadOutput {
  @JSONSchema({ description: 'The text of all pages in reading order.' })
  @IsString()
  content!: string;

  @Rows('Page by page.', () => DocumentPage)
  pages!: DocumentPage[];

  @JSONSchema({ description: 'Pages of the document, also those that were not asked for.' })
  @IsInt()
  @Min(1)
  page_count!: number;

  @JSONSchema({
    description: 'What to know of the answer, such as text in a script that no model here reads; only if there is something.',
  })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  warnings?: string[];
}
