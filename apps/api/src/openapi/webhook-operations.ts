import { eventSchemas } from '@percept/core';

const SIGNATURE_HEADERS = {
  'webhook-id': "The event's id, the same over all attempts.",
  'webhook-timestamp': 'Seconds since the epoch, of this attempt.',
  'webhook-signature': '`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid.',
};

/** What Percept posts to the endpoints of its users, as OpenAPI 3.1 says it. */
export function webhookOperations(): Record<string, { post: object }> {
  const parameters = Object.entries(SIGNATURE_HEADERS).map(([name, description]) => ({
    ...{ name, description, in: 'header', required: true },
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    eventSchemas().map(({ type, schema: { $schema: _, ...schema } }) => {
      const post = {
        operationId: type,
        tags: ['events'],
        summary: schema.description,
        security: [],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Accepted. Any other status is retried; 410 disables the endpoint.' } },
      };
      return [type, { post }];
    }),
  );
}
