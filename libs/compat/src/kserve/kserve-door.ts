import { bearerKey, type Door } from '@percept/sdk/doors';

export const kserveDoor: Door = {
  name: 'kserve',
  description: 'The Open Inference Protocol v2 of KServe, Triton and MLServer.',
  routes: [],
  credential: bearerKey,
  error: ({ status, message }) => ({ status, body: { error: message } }),
};
