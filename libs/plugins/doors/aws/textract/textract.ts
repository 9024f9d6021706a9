import { invalid } from '../aws-input';
import type { AwsOperation, AwsService } from '../aws-service';
import { rekognition } from '../rekognition/rekognition';
import { readTextPage } from '../text';
import { toPageBlocks, toGeometry } from './page-blocks';
import { readAwsDocument, readOnePage, type PlacedAnswer, type AnsweredPage } from './read-document';
import { awsPercent } from '../rekognition/rekognition-answers';

type Field = PlacedAnswer & { value: string | number; text: string; confidence: number };

interface FieldsAnswer {
  fields: Record<string, Field | null>;
  items: { text: Field; quantity: Field | null; unit_price: Field | null; amount: Field }[];
}

/** Textract's normalized names for our fields, in its order; other fields have no such name. */
const SUMMARY: readonly (readonly [ours: string, type: string])[] = [
  ['merchant', 'VENDOR_NAME'],
  ['address', 'VENDOR_ADDRESS'],
  ['phone', 'VENDOR_PHONE'],
  ['vat_id', 'VENDOR_VAT_NUMBER'],
  ['invoice_number', 'INVOICE_RECEIPT_ID'],
  ['order_number', 'PO_NUMBER'],
  ['date', 'INVOICE_RECEIPT_DATE'],
  ['due_date', 'DUE_DATE'],
  ['subtotal', 'SUBTOTAL'],
  ['tax', 'TAX'],
  ['tip', 'GRATUITY'],
  ['total', 'TOTAL'],
];

const AMOUNTS = ['SUBTOTAL', 'TAX', 'GRATUITY', 'TOTAL', 'PRICE', 'UNIT_PRICE'];

/** Takes the fields of a receipt or an invoice from `document.fields`, and the text and the page size from `document.read`. */
const analyzeExpense: AwsOperation = async (exchange) => {
  const document = await readAwsDocument(exchange);
  const page = await readOnePage(exchange, document);
  const { fields, items } = await exchange.call<FieldsAnswer>('document.fields', document);
  const write = writing(page, fields.currency ?? null);
  const ExpenseDocuments = [
    {
      ExpenseIndex: 1,
      SummaryFields: SUMMARY.flatMap(([name, type]) => write(type, fields[name] ?? null)),
      LineItemGroups: [
        {
          LineItemGroupIndex: 1,
          LineItems: items.map((item) => ({
            LineItemExpenseFields: [
              ...write('ITEM', item.text),
              ...write('QUANTITY', item.quantity),
              ...write('UNIT_PRICE', item.unit_price),
              ...write('PRICE', item.amount),
            ],
          })),
        },
      ],
      Blocks: toPageBlocks(page),
    },
  ];
  return { DocumentMetadata: { Pages: 1 }, ExpenseDocuments };
};

/** Writes a field; leaves it out if it was not found. */
const writing =
  (page: AnsweredPage, currency: Field | null) =>
  (type: string, field: Field | null): object[] => {
    if (!field) return [];
    const Confidence = awsPercent(field.confidence);
    const money = currency &&
      AMOUNTS.includes(type) && { Currency: { Code: currency.value, Confidence: awsPercent(currency.confidence) } };
    const ValueDetection = { Text: field.text, Geometry: toGeometry(field, page), Confidence };
    return [{ Type: { Text: type, Confidence }, ValueDetection, PageNumber: 1, ...money }];
  };

const FEATURES = ['TABLES', 'FORMS'];

const detectDocumentText: AwsOperation = async (exchange) => {
  const { lines, size } = await readTextPage(exchange, { name: 'Document', tooLarge: 'DocumentTooLargeException' });
  const page = { ...size, lines: lines.map((line) => ({ ...line, span: { offset: 0, length: 0 } })), tables: [], key_values: [] };
  return { DocumentMetadata: { Pages: 1 }, Blocks: toPageBlocks(page), DetectDocumentTextModelVersion: '1.0' };
};

const analyzeDocument: AwsOperation = async (exchange) => {
  const { FeatureTypes } = exchange.input;
  if (!Array.isArray(FeatureTypes) || FeatureTypes.length === 0)
    throw invalid('FeatureTypes', `must name some of ${FEATURES.join(', ')}.`);
  const missing = (FeatureTypes as unknown[])
    .map((feature) => (typeof feature === 'string' ? feature : ''))
    .find((feature) => !FEATURES.includes(feature));
  if (missing !== undefined)
    throw invalid('FeatureTypes', `has '${missing.slice(0, 40)}', which Percept has not: name some of ${FEATURES.join(', ')}.`);
  const page = await readOnePage(exchange, await readAwsDocument(exchange));
  const Blocks = toPageBlocks(page, { tables: FeatureTypes.includes('TABLES'), forms: FeatureTypes.includes('FORMS') });
  return { DocumentMetadata: { Pages: 1 }, Blocks, AnalyzeDocumentModelVersion: '1.0' };
};

export const textract: AwsService = {
  name: 'textract',
  errors: {
    ...rekognition.errors,
    UNSUPPORTED_MEDIA: 'UnsupportedDocumentException',
    PAYLOAD_TOO_LARGE: 'DocumentTooLargeException',
  },
  operations: { DetectDocumentText: detectDocumentText, AnalyzeDocument: analyzeDocument, AnalyzeExpense: analyzeExpense },
};
