import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gather, readBody } from './read-body';

/** What `readBody` makes of a body that is sent in these pieces. */
async function read(pieces: Buffer[], headers: Record<string, number>, cut = false): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: '127.0.0.1', method: 'POST', headers });
  client.on('error', () => undefined);
  for (const piece of pieces) client.write(piece);
  if (!cut) client.end();
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  const body = readBody(incoming, 1_000_000);
  if (cut) client.destroy();
  return body.finally(() => {
    client.destroy();
    server.close();
  });
}

const pieces = Array.from({ length: 9 }, (_, index) => Buffer.alloc(100_000, index));
const whole = Buffer.concat(pieces);

test('a body comes whole into memory of its own, with a length and without', async () => {
  for (const headers of [{ 'content-length': whole.length }, {}]) {
    const body = await read(pieces, headers as Record<string, number>);
    expect(body.equals(whole)).toBe(true);
    expect(body.byteOffset).toBe(0);
  }
});

test('a body above the limit is refused, announced or not', async () => {
  const large = [...pieces, ...pieces];
  for (const headers of [{ 'content-length': 1_800_000 }, {}])
    await expect(read(large, headers as Record<string, number>)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test('a body that is cut off is the fault of the caller', async () => {
  await expect(read([pieces[0]!], { 'content-length': 900_000 }, true)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('the event loop turns while a body is gathered, however fast its pieces come', async () => {
  async function* quick(): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < 32; piece++) yield Buffer.alloc(32 * 1024);
  }
  let turns = 0;
  let gathered = false;
  const turn = (): void => {
    if (gathered) return;
    turns++;
    setImmediate(turn);
  };
  turn();
  await gather(quick(), { limit: 2_000_000 });
  gathered = true;
  expect(turns).toBeGreaterThanOrEqual(16);
});
