import { invalid } from '../aws-input';
import type { AwsOperation, AwsService } from '../aws-service';
import { rekognition } from '../rekognition/rekognition';
import { readPage } from '../text';
import { analyzeExpense } from './expense';
import { toPageBlocks } from './page-blocks';
import { documentOf, readOnePage } from './read-document';

const FEATURES = ['TABLES', 'FORMS'];

const detectDocumentText: AwsOperation = async (exchange) => {
  const { lines, size } = await readPage(exchange, { name: 'Document', tooLarge: 'DocumentTooLargeException' });
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
  const page = await readOnePage(exchange, await documentOf(exchange));
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
