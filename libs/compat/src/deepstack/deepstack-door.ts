import { bearerKey, BodyCredential, queryKey, type Door } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';

/** The key is in the form field `api_key`. The query and the header work too and are checked before the body is read. */
export const deepstackDoor: Door = {
  name: 'deepstack',
  description: 'DeepStack and CodeProject.AI.',
  routes: [],
  credential: (request) => bearerKey(request) ?? queryKey(request, 'api_key') ?? new BodyCredential(),
  // Has no `predictions`: Frigate would take an empty list for an image that shows nothing.
  error: ({ status, message }) => ({ status, body: { success: false, error: message, code: status } }),
};

/** The fields of a form without files: Python's requests and curl write it so where no picture is sent. */
export function urlencodedFields({ body, headers }: FastifyRequest): Record<string, string> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') && Buffer.isBuffer(body);
  return isForm ? Object.fromEntries(new URLSearchParams(body.toString())) : {};
}
