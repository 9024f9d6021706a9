import { DocumentInput } from '@percept/sdk';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength, MinLength, JSONSchema } from '@percept/sdk/decorators';
import { CONTENT_FORMATS, type ContentFormat } from '../content/content';
import { OCR_MODES, type OcrMode } from '../pages/pages';

/** The smallest pieces of text in an answer. */
const LEVELS = ['word', 'line'] as const;
export type Level = (typeof LEVELS)[number];

/** The input that every operation on a document takes. */
export class PagesInput extends DocumentInput {
  @JSONSchema({ description: 'Which pages, such as `1-3,8` or `5-`; all if absent.' })
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  @IsOptional()
  pages?: string;

  @JSONSchema({ description: 'The password of an encrypted PDF.' })
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  @IsOptional()
  password?: string;

  @JSONSchema({
    description:
      'Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.',
  })
  @IsIn(OCR_MODES)
  ocr: OcrMode = 'auto';

  @JSONSchema({ description: 'Name of a model for text-recognition; its default if absent.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}

export class DocumentReadInput extends PagesInput {
  @JSONSchema({ description: 'How `content` is written.' })
  @IsIn(CONTENT_FORMATS)
  format: ContentFormat = 'text';

  @JSONSchema({ description: '`line` leaves the words of the lines out: the answer is a third as large.' })
  @IsIn(LEVELS)
  level: Level = 'word';

  @JSONSchema({ description: 'Whether to look for bar codes and QR codes, too, which takes time.' })
  @IsBoolean()
  barcodes = false;
}
