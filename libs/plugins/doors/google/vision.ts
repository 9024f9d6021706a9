import { PerceptError } from '@percept/sdk';
import type { DoorAnswer, DoorCall, DoorRoute } from '@percept/sdk/doors';
import { annotateImage } from './annotate-image';
import { toRpcStatus, unimplemented } from './google-error';
import { readGoogleJson } from './google-json';
import { readRequests } from './vision-request';

/** A colon in a path is written twice, because a single colon starts a parameter. */
const ANNOTATE = [
  '/v1/images::annotate',
  '/v1/projects/:project/images::annotate',
  '/v1/projects/:project/locations/:location/images::annotate',
];
const MISSING = ['/v1/images::asyncBatchAnnotate', '/v1/files::annotate', '/v1/files::asyncBatchAnnotate'];

/** Answers one image after the other, so that a batch does not crowd out other callers. */
async function annotate(call: DoorCall): Promise<DoorAnswer> {
  const responses: object[] = [];
  const errors: PerceptError[] = [];
  for (const each of readRequests(readGoogleJson(call))) {
    try {
      if (each instanceof PerceptError) throw each;
      responses.push(await annotateImage(call, each));
    } catch (error) {
      if (!(error instanceof PerceptError)) throw error;
      errors.push(error);
      responses.push({ error: toRpcStatus(error) });
    }
  }
  // Clients retry a batch that is refused as a whole. That is right if the service had no room for any image.
  if (errors.length === responses.length && errors[0]!.status >= 429) throw errors[0]!;
  return { body: { responses } };
}

/** Google Cloud Vision, v1. */
export const visionRoutes: readonly DoorRoute[] = [
  { method: 'POST', path: ANNOTATE, answer: annotate },
  {
    method: 'POST',
    path: MISSING,
    answer: () => unimplemented('Percept answers images:annotate; it has neither files nor Cloud Storage.'),
  },
];
