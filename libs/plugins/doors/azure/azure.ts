import { PerceptError } from '@percept/sdk';
import { bearerKey, defineDoor, headerKey, queryKey, type DoorRoute } from '@percept/sdk/doors';
import { toDoorError } from './azure-error';
import { documentRoutes } from './documents/documents';
import { imageAnalysisRoutes } from './images/image-analysis';
import { vision3Routes } from './images/vision-3';
import { textRoutes } from './texts/texts';

/** Azure interfaces that Percept does not offer. */
const MISSING = ['/documentintelligence', '/computervision', '/vision', '/language', '/text/analytics', '/formrecognizer'];
const missing: readonly DoorRoute[] = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
  method,
  path: MISSING.map((path) => `${path}/*`),
  answer: ({ url }) => {
    const path = url.split('?')[0]!;
    throw new PerceptError('NOT_FOUND', `Percept does not answer ${path}; docs/compat/azure.md lists what answers.`);
  },
}));

/** Azure AI Document Intelligence, Vision and Language. */
export const azure = defineDoor({
  name: 'azure',
  description: 'Azure AI Document Intelligence, Vision and Language.',
  credential: (request) =>
    headerKey(request, 'ocp-apim-subscription-key') ?? queryKey(request, 'subscription-key') ?? bearerKey(request),
  error: (error, { id }) => toDoorError(error, id),
  routes: [...documentRoutes, ...imageAnalysisRoutes, ...vision3Routes, ...textRoutes, ...missing],
});
