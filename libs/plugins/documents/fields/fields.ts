import { defineCapability } from '@percept/sdk';
import { IsIn, JSONSchema, IsFraction } from '@percept/sdk/decorators';
import { STALL_MS, readPages } from '../pages/read-pages';
import { PagesInput } from '../read/read-input';
import { FieldsOutput } from './fields-output';
import { findFields } from './find-fields';
import { printedRows, type PrintedRow } from './printed-row';

const TYPES = ['auto', 'receipt', 'invoice'] as const;

class FieldsInput extends PagesInput {
  @JSONSchema({ description: 'What the document is; `auto` finds out, and answers `other` for what is neither.' })
  @IsIn(TYPES)
  type: (typeof TYPES)[number] = 'auto';

  @JSONSchema({ description: 'Fields with a lower confidence have `review: true`.' })
  @IsFraction()
  review_below = 0.7;
}

export const fields = defineCapability({
  id: 'document.fields',
  path: '/v2/documents/fields',
  operation: 'readDocumentFields',
  summary: 'Finds merchant, date, total, tax, items and numbers of a receipt or an invoice, each with its source.',
  description:
    'Each field has its typed value, the printed text, a confidence, its page and its corners; a field that the document ' +
    'lacks is null. Matching sums and valid check digits raise the confidence. `review` says what a person should check.',
  input: FieldsInput,
  output: FieldsOutput,
  long: true,
  stallMs: STALL_MS,
  deterministic: true,
  tasks: ['text-recognition', 'text-detection', 'text-orientation', 'text-rereading'],
  examples: [{ document_url: 'https://example.com/receipt.jpg' }],

  setup({ model }) {
    return async (asked, context) => {
      const rows: PrintedRow[] = [];
      const { pages, count, warnings } = readPages(asked, { ...context, model });
      for await (const page of pages) rows.push(...printedRows(page));
      const answer = findFields(rows, { type: asked.type, reviewBelow: asked.review_below });
      return { ...answer, page_count: count(), ...warnings() };
    };
  },
});
