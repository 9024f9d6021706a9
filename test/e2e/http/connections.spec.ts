import { connect, type Socket } from 'node:net';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const MAX_CONNECTIONS = 10;
/** The test ends much earlier; without the limits it waits for ever. */
const PATIENCE_MS = 60_000;

let percept: RunningPercept;
beforeAll(async () => {
  const env = { PERCEPT_MAX_CONNECTIONS: String(MAX_CONNECTIONS), PERCEPT_HEADER_TIMEOUT: '1s' };
  percept = await startPercept({ env });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const REQUEST = 'GET /health/live HTTP/1.1\r\nHost: percept\r\n\r\n';

/** A connection, and what the service said on it. One that it resets is closed. */
class Line {
  said = '';
  isClosed = false;
  private readonly socket: Socket;

  constructor() {
    const { hostname, port } = new URL(percept.url);
    this.socket = connect({ host: hostname, port: Number(port) });
    this.socket.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    this.socket.on('error', () => undefined).on('close', () => (this.isClosed = true));
  }

  write(text: string): void {
    if (this.socket.writable) this.socket.write(text);
  }

  /** Sends a request. @returns the first line of its answer; empty where the connection was closed instead. */
  async ask(): Promise<string> {
    this.said = '';
    this.write(REQUEST);
    await waitFor(() => this.isClosed || this.said.includes('\r\n\r\n'), { timeout: PATIENCE_MS });
    return this.said.split('\r\n')[0]!;
  }

  close(): void {
    this.socket.destroy();
  }
}

test('at most PERCEPT_MAX_CONNECTIONS are open at once: one more is closed without an answer, until another one ends', async () => {
  const lines = Array.from({ length: MAX_CONNECTIONS }, () => new Line());
  for (const line of lines) expect(await line.ask()).toBe('HTTP/1.1 200 OK');
  expect(await new Line().ask()).toBe('');
  for (const line of lines) expect(await line.ask()).toBe('HTTP/1.1 200 OK');
  lines.pop()!.close();
  const next = await waitFor(async () => {
    const line = new Line();
    return (await line.ask()) !== '' && line;
  });
  for (const line of [...lines, next]) line.close();
});

test.each([
  ['headers without end', 'GET /health/live HTTP/1.1\r\n', () => 'X-More: 1\r\n'],
  ['a byte of a header now and then', 'GET /health/live HTTP/1.1\r\nX-Long: ', () => 'x'],
])('%s are ended after PERCEPT_HEADER_TIMEOUT', async (_name, begin, more) => {
  const line = new Line();
  line.write(begin);
  const drip = setInterval(() => line.write(more()), 200);
  try {
    await waitFor(() => line.isClosed, { timeout: PATIENCE_MS });
  } finally {
    clearInterval(drip);
  }
  // A byte that arrives after the end makes TCP drop an answer that this busy process had not read yet.
  expect(line.said).toMatch(/^(HTTP\/1\.1 408 |$)/);
});
