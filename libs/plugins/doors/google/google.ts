import { bearerKey, defineDoor, headerKey, queryKey } from '@percept/sdk/doors';
import { toGoogleError } from './google-error';
import { languageRoutes } from './language';
import { visionRoutes } from './vision';

/** Google Cloud Vision and Natural Language over REST. */
export const google = defineDoor({
  name: 'google',
  description: 'Google Cloud Vision and Natural Language.',
  credential: (request) => headerKey(request, 'x-goog-api-key') ?? queryKey(request, 'key') ?? bearerKey(request),
  error: toGoogleError,
  routes: [...visionRoutes, ...languageRoutes],
});
