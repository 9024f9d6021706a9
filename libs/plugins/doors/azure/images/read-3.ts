import { PerceptError } from '@percept/sdk';
import type { DoorAnswer, DoorCall } from '@percept/sdk/doors';
import type { DocumentPage, ReadOutput } from '../../../documents/read/read-output';
import { flat } from '../documents/analyze-result';
import { readSource } from '../documents/document-request';

const READ = 'document.read';

/** `POST /vision/v3.2/read/analyze`: accepts the call; the client asks for the result later. */
export async function readAnalyze(call: DoorCall): Promise<DoorAnswer> {
  const source = readSource(call, { field: 'document', url: 'url' });
  const { pages } = call.query;
  const id = await call.accept(READ, {
    ...source,
    fields: { ...('fields' in source && source.fields), ...(pages && { pages }) },
  });
  const location = `${call.origin}/vision/v3.2/read/analyzeResults/${id}`;
  return { status: 202, headers: { 'operation-location': location, 'apim-request-id': call.id } };
}

/** `GET /vision/v3.2/read/analyzeResults/{id}`. */
export async function readResult(call: DoorCall): Promise<DoorAnswer> {
  const { capability, status, created_at, ended_at, result, error } = await call.accepted(call.params.result!);
  if (capability !== READ) throw PerceptError.notFound('The result');
  const times = {
    createdDateTime: new Date(created_at).toISOString(),
    lastUpdatedDateTime: new Date(ended_at ?? created_at).toISOString(),
  };
  if (status === 'queued') return { body: { status: 'notStarted', ...times } };
  if (status === 'running') return { body: { status, ...times } };
  const read = result as unknown as ReadOutput | null;
  const told = { version: '3.2.0', modelVersion: '2022-04-30', readResults: read?.pages.map(toPage) ?? [] };
  if (status === 'succeeded') return { body: { status, ...times, analyzeResult: told } };
  const message = error?.message ?? 'The analysis was cancelled.';
  return { body: { status: 'failed', ...times, analyzeResult: { ...told, errors: [{ code: 'InvalidRequest', message }] } } };
}

const toPage = ({ number: page, angle, width, height, unit, lines }: DocumentPage): object => ({
  ...{ page, angle, width, height, unit },
  lines: lines.map(({ text, polygon, words = [] }) => ({
    ...{ boundingBox: flat(polygon), text },
    words: words.map((word) => ({ boundingBox: flat(word.polygon), text: word.text, confidence: word.confidence })),
  })),
});
