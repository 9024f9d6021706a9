import { bearerKey, type Door } from '../door';

export const kserveDoor: Door = {
  credential: bearerKey,
  error: ({ status, message }) => ({ status, body: { error: message } }),
};
