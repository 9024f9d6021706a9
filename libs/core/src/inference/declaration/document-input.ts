import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AcceptsSecrets, AcceptsMedia } from '../../kernel/schema';

/** The three ways to pass a document. A caller must use exactly one. The handler receives it as `document`. */
@AcceptsMedia('document')
export class DocumentInput {
  /** A URL, a data URI or Base64 data; in a pipeline and on the command line also a path. */
  @JSONSchema({
    description:
      'The document (PDF, TIFF, JPEG, PNG, WebP, BMP): a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path.',
  })
  @IsString()
  @IsOptional()
  document?: string;

  /** A URL. */
  @JSONSchema({ description: 'URL of the document.' })
  @AcceptsSecrets()
  @IsString()
  @IsOptional()
  document_url?: string;

  /** Base64 data, with or without a data-URI prefix. */
  @JSONSchema({ description: 'The document as Base64 data or a data URI.' })
  @IsString()
  @IsOptional()
  document_data?: string;
}
