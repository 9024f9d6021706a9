import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bareSession, runBare } from './bare-session';

/**
 * What HTTP alone costs: a server of Node without keys, limits and threads, in a process of its own as Percept is. `/infer` runs
 * the network on the bytes behind the JSON and answers the bytes of all outputs; `/echo` answers as many without running it.
 */
async function main(): Promise<void> {
  const session = await bareSession(process.argv[2]!);
  let answered = Buffer.alloc(0);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (request.url === '/infer') {
      const tensor = body.subarray(Number(request.headers['inference-header-content-length']));
      const outputs = await runBare(session, tensor);
      answered = Buffer.concat(
        Object.values(outputs).map(({ data }) => {
          const { buffer, byteOffset, byteLength } = data as Float32Array;
          return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
        }),
      );
    }
    response.setHeader('content-length', answered.length).end(answered);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
}

void main();
