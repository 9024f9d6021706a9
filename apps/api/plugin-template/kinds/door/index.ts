import { definePlugin, PerceptError } from '@percept/sdk';
import { defineDoor, headerKey, readJsonBody } from '@percept/sdk/doors';

/** The interface of another service: its clients work with only the address and the key changed. */
export const moods = defineDoor({
  name: 'moods',
  description: 'A service that tells moods.',

  // Where its clients send the key; the value is a key of Percept.
  credential: (request) => headerKey(request, 'x-moods-key'),
  // How its clients expect an error.
  error: ({ status, message }) => ({ status, body: { failed: message } }),

  routes: [
    {
      method: 'POST',
      path: '/moods/v1/tell',
      capability: 'text.sentiment',

      // Runs in the main thread of the service: translate, and leave the work to capabilities.
      async answer({ body, call }) {
        const { sentence } = readJsonBody(body);
        if (typeof sentence !== 'string') throw PerceptError.invalid('sentence', 'must be a text.');
        const { output } = await call<{ sentiment: string }>('text.sentiment', { fields: { text: sentence } });
        return { body: { mood: output.sentiment } };
      },
    },
  ],
});

export default definePlugin({ name: 'NAME', version: '0.1.0', percept: 'PERCEPT_RANGE', doors: [moods] });
