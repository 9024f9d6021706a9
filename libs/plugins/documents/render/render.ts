import { defineCapability, DocumentInput, encodeImage, PerceptError } from '@percept/sdk';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  JSONSchema,
  IsListOf,
} from '@percept/sdk/decorators';
import { readPages } from '../pages/read-pages';
import type { SeenPage } from '../pages/pages';

/** The maximum number of pictures in one answer, because pictures are large. */
const MAX_PICTURES = 20;

class RenderInput extends DocumentInput {
  @JSONSchema({ description: `Which pages, such as \`1-3,8\`, at most ${MAX_PICTURES}.` })
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  pages = '1';

  @JSONSchema({ description: 'The password of an encrypted PDF.' })
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  @IsOptional()
  password?: string;

  @JSONSchema({ description: 'Pixels of the longer side at most.' })
  @IsInt()
  @Min(16)
  @Max(4096)
  side = 1600;
}

class PagePicture {
  @JSONSchema({ description: 'From 1.' }) @IsInt() @Min(1) number!: number;
  @JSONSchema({ description: 'Of the page, in `unit`, as `document.read` answers it.' }) @IsNumber() width!: number;
  @IsNumber() height!: number;
  @IsIn(['inch', 'pixel']) unit!: 'inch' | 'pixel';
  @JSONSchema({ description: 'A JPEG in Base64.' }) @IsString() picture!: string;
}

export class RenderOutput {
  @IsListOf(() => PagePicture)
  pages!: PagePicture[];

  @IsInt() @Min(1) page_count!: number;
}

export const render = defineCapability({
  id: 'document.render',
  path: '/v2/documents/render',
  operation: 'renderDocument',
  summary: 'Draws pages of a PDF or a TIFF as pictures, as document.read sees them.',
  input: RenderInput,
  output: RenderOutput,
  deterministic: true,
  examples: [{ document_url: 'https://example.com/scan.pdf', pages: '1', side: 800 }],

  setup({ model }) {
    return async ({ side, ...asked }, context) => {
      const pictures: PagePicture[] = [];
      const { pages, count } = readPages({ ...asked, ocr: 'never' }, { ...context, model, later: () => {} });
      for await (const page of pages) {
        if (pictures.length === MAX_PICTURES)
          throw PerceptError.invalid('pages', `are more than ${MAX_PICTURES}: ask for some of them, such as 1-${MAX_PICTURES}.`);
        const { number, width, height, unit } = page;
        pictures.push({ number, width, height, unit, picture: await jpegOf(page, side) });
      }
      return { pages: pictures, page_count: count() };
    };
  },
});

async function jpegOf({ picture }: SeenPage, side: number): Promise<string> {
  const { image } = await picture();
  const { width, height } = image.properties;
  const scale = Math.min(1, side / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return Buffer.from(await encodeImage(await image.rgb(size), size, 'jpeg')).toString('base64');
}
