import { PerceptError } from '@percept/sdk';
import { bearerKey, BodyCredential, defineDoor, queryKey, type DoorRoute } from '@percept/sdk/doors';
import { faceRoutes } from './faces';
import { objectRoutes } from './objects';

const ping: DoorRoute = {
  method: 'GET',
  path: '/v1/server/status/ping',
  open: true,
  answer: () => ({ body: { success: true, message: 'Percept answers.', code: 200 } }),
};

/** Operations of DeepStack that Percept does not have. */
const missing = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method): DoorRoute => {
  const answer: DoorRoute['answer'] = ({ url }) => {
    const path = url.split('?')[0];
    throw new PerceptError('NOT_FOUND', `Percept does not answer ${path}; docs/compat/deepstack.md lists what answers.`);
  };
  return { method, path: '/v1/vision/*', answer };
});

/** The interface of DeepStack and CodeProject.AI for camera software: forms in, `{success, …}` out. */
export const deepstack = defineDoor({
  name: 'deepstack',
  description: 'DeepStack and CodeProject.AI.',
  // The key is in the form field `api_key`. The query and the header work too and are checked before the body is read.
  credential: (request) => bearerKey(request) ?? queryKey(request, 'api_key') ?? new BodyCredential(),
  // Has no `predictions`: Frigate would take an empty list for an image that shows nothing.
  error: ({ status, message }) => ({ status, body: { success: false, error: message, code: status } }),
  routes: [...faceRoutes, ...objectRoutes, ping, ...missing],
});
