import { PerceptError } from '@percept/sdk';
import type { AcceptedCall, DoorAnswer, DoorCall, DoorRoute } from '@percept/sdk/doors';
import type { FieldsOutput } from '../../../documents/fields/fields-output';
import type { ReadOutput } from '../../../documents/read/read-output';
import { AzureError, checkVersion } from '../azure-error';
import { indexIn } from '../string-index';
import { toAnalyzeResult } from './analyze-result';
import { readSource, readWish } from './document-request';
import { toDocument } from './fields-document';
import { readResultId, toResultId, type ResultParts } from './result-id';

const PREFIX = '/documentintelligence/documentModels';
const API_VERSION = '2024-11-30';
/** Seconds that clients wait before they ask for the result. */
const RETRY_AFTER_S = '1';

interface Model {
  description: string;
  /** The kind of document whose fields the model returns. */
  fields?: 'receipt' | 'invoice';
  tables: boolean;
}
const MODELS: Readonly<Record<string, Model>> = {
  'prebuilt-read': { description: 'Text with its places.', tables: false },
  'prebuilt-layout': { description: 'Text, paragraphs and tables.', tables: true },
  'prebuilt-receipt': { description: 'The fields of receipts.', fields: 'receipt', tables: false },
  'prebuilt-invoice': { description: 'The fields of invoices.', fields: 'invoice', tables: true },
};

function modelNamed(id: string): Model {
  if (Object.hasOwn(MODELS, id)) return MODELS[id]!;
  const known = Object.keys(MODELS).join(', ');
  throw new AzureError('ModelNotFound', `Percept has no model '${id.slice(0, 60)}'; there are ${known}.`, 'NOT_FOUND');
}

/** `POST …/{model}:analyze`: reading, fields and the PDF are separate calls, and the id of the result contains their ids. */
async function analyze(call: DoorCall): Promise<DoorAnswer> {
  checkVersion(call.query, [API_VERSION]);
  const [modelId = '', action] = call.params.model!.split(':');
  if (action !== 'analyze') throw PerceptError.notFound(`The action '${String(action).slice(0, 40)}' of a model`);
  const model = modelNamed(modelId);
  const { format, index, pages, barcodes, keyValues, pdf } = readWish(call.query);
  const source = readSource(call, { field: 'document', url: 'urlSource', base64: 'base64Source' });
  const accept = (capability: string, more: object): Promise<string> =>
    call.accept(capability, {
      ...source,
      fields: { ...('fields' in source && source.fields), ...(pages && { pages }), ...more },
    });
  const id = toResultId({
    ...{ format, index, keyValues },
    read: await accept('document.read', { format, ...(barcodes && { barcodes }) }),
    ...(model.fields && { fields: await accept('document.fields', { type: model.fields }) }),
    ...(pdf && { pdf: await accept('document.searchable', {}) }),
  });
  const location = `${call.origin}${PREFIX}/${modelId}/analyzeResults/${id}?api-version=${API_VERSION}`;
  return { status: 202, headers: { 'operation-location': location, 'retry-after': RETRY_AFTER_S, 'apim-request-id': call.id } };
}

interface Calls {
  read: AcceptedCall;
  fields?: AcceptedCall;
  pdf?: AcceptedCall;
}

async function callsOf(call: DoorCall, { read, fields, pdf }: ResultParts): Promise<Calls> {
  const accepted = async (capability: string, id: string): Promise<AcceptedCall> => {
    const found = await call.accepted(id);
    if (found.capability !== capability) throw PerceptError.notFound('The result');
    return found;
  };
  return {
    read: await accepted('document.read', read),
    ...(fields && { fields: await accepted('document.fields', fields) }),
    ...(pdf && { pdf: await accepted('document.searchable', pdf) }),
  };
}

/** `GET …/analyzeResults/{id}`. */
async function result(call: DoorCall): Promise<DoorAnswer> {
  const { model: modelId, result: id } = call.params as { model: string; result: string };
  const model = modelNamed(modelId);
  const parts = readResultId(id);
  const calls = await callsOf(call, parts);
  const all = Object.values(calls) as AcceptedCall[];
  const times = {
    createdDateTime: new Date(calls.read.created_at).toISOString(),
    lastUpdatedDateTime: new Date(Math.max(...all.map((each) => each.ended_at ?? each.created_at))).toISOString(),
  };
  const failed = all.find(({ status }) => status === 'failed' || status === 'cancelled');
  if (failed) {
    const message = failed.error?.message ?? 'The analysis was cancelled.';
    const error = { code: 'InvalidRequest', message, innererror: { code: failed.error?.code ?? 'Cancelled', message } };
    return { body: { status: 'failed', ...times, error } };
  }
  if (!all.every(({ status }) => status === 'succeeded')) {
    const status = all.some((each) => each.status !== 'queued') ? 'running' : 'notStarted';
    return { headers: { 'retry-after': RETRY_AFTER_S }, body: { status, ...times } };
  }
  const read = calls.read.result as unknown as ReadOutput;
  const analyzed = toAnalyzeResult(read, { ...parts, modelId, apiVersion: API_VERSION, tables: model.tables });
  if (model.fields && calls.fields) {
    const whole = { offset: 0, length: indexIn(read.content, parts.index)(read.content.length) };
    analyzed.documents = [toDocument(calls.fields.result as unknown as FieldsOutput, model.fields, whole)];
  }
  return { body: { status: 'succeeded', ...times, analyzeResult: analyzed } };
}

/** `GET …/analyzeResults/{id}/pdf`. */
async function searchablePdf(call: DoorCall): Promise<DoorAnswer> {
  const { pdf } = await callsOf(call, readResultId(call.params.result!));
  if (!pdf) throw PerceptError.notFound('The PDF: the analysis was asked without output=pdf, and it');
  if (pdf.status !== 'succeeded') throw new PerceptError('CONFLICT', `The analysis is ${pdf.status}: ask for its result first.`);
  const { pdf: text } = pdf.result as { pdf: string };
  return { headers: { 'content-type': 'application/pdf' }, body: Buffer.from(text, 'base64') };
}

const describeModel = (modelId: string): object => ({
  ...{ modelId, description: modelNamed(modelId).description, createdDateTime: '2024-11-30T00:00:00Z', apiVersion: API_VERSION },
  docTypes: {},
});

/** Azure AI Document Intelligence, 4.0. */
export const documentRoutes: readonly DoorRoute[] = [
  { method: 'POST', path: `${PREFIX}/:model`, answer: analyze },
  { method: 'GET', path: `${PREFIX}/:model/analyzeResults/:result`, answer: result },
  { method: 'GET', path: `${PREFIX}/:model/analyzeResults/:result/pdf`, answer: searchablePdf },
  { method: 'GET', path: PREFIX, answer: () => ({ body: { value: Object.keys(MODELS).map(describeModel) } }) },
  { method: 'GET', path: `${PREFIX}/:model`, answer: ({ params }) => ({ body: describeModel(params.model!) }) },
];
