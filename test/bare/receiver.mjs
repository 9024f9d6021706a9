/* global Buffer */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const DELIVERY_LIMIT_MS = 60_000;

/** A webhook receiver as docs/guides/webhooks.md describes one, written for itself: it checks what Percept sends, not how. */
export async function startReceiver() {
  const received = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    /** The next event (of that type), its signature verified. */
    async delivery(secret, type) {
      const deadline = Date.now() + DELIVERY_LIMIT_MS;
      while (Date.now() < deadline) {
        const next = received.shift();
        if (!next) await wait(50);
        else {
          verify(secret, next);
          const event = JSON.parse(next.body);
          if (!type || event.type === type) return event;
        }
      }
      throw new Error(`No ${type ?? 'event'} was delivered within ${DELIVERY_LIMIT_MS / 1000} s`);
    },
    close: () => server.close(),
  };
}

function verify(secret, { headers, body }) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .update(body)
    .digest();
  const signatures = (headers['webhook-signature'] ?? '')
    .split(' ')
    .map((each) => Buffer.from(each.replace('v1,', ''), 'base64'));
  if (!signatures.some((each) => each.length === expected.length && timingSafeEqual(each, expected)))
    throw new Error(`The signature of the webhook is wrong: ${headers['webhook-signature']}`);
}
