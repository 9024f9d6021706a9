import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListenerLog, type ListenerReport } from './listener-log';
import { type Behaviour, parseScript } from './listener-script';
import { standardWebhook } from '../signature';

const LIMIT_MS = 30_000;
/** Headers that belong to this connection, not to the delivery. */
const NOT_FORWARDED = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive'];

/** Forwards a delivery with its own headers. @returns the status and the body of that receiver's answer, or 502. */
async function forward(url: string, { headers }: IncomingMessage, body: string): Promise<Behaviour> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name));
  const given = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  try {
    const limit = AbortSignal.timeout(LIMIT_MS);
    const answer = await fetch(url, { method: 'POST', headers: given, body, redirect: 'manual', signal: limit });
    const text = await answer.text();
    return { name: `${answer.status} of ${url}`, run: (response) => void response.writeHead(answer.status).end(text) };
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    const why = `${url} does not answer (${cause?.code ?? message})`;
    return { name: `502: ${why}`, run: (response) => void response.writeHead(502).end(why) };
  }
}

const MAX_BODY_BYTES = 1024 * 1024;

interface ListenerOptions {
  /** 0: any free port. */
  port: number;
  /** Without a secret, deliveries are accepted unverified. */
  secret?: string;
  /** The reactions to the requests in turn, the last one repeated: `500,timeout,slowbody,reset,200`. */
  script?: string;
  /** The URL to which each delivery with a valid signature is forwarded; its answer replaces the script's. */
  forwardTo?: string;
  /** Called with one line per delivery. */
  print: (line: string) => void;
}

export interface WebhookListener {
  url: string;
  /** The observations so far. */
  report: Readonly<ListenerReport>;
  close(): Promise<void>;
}

/**
 * A receiver to try webhooks with: verifies, prints, and misbehaves as told.
 * @throws Error if the script has an unknown word, or the port is taken.
 */
export async function startListener({
  port,
  secret,
  script = '200',
  forwardTo,
  print,
}: ListenerOptions): Promise<WebhookListener> {
  const behaviours = parseScript(script);
  const log = new ListenerLog();
  let requests = 0;
  const server = createServer((request, response) => {
    const behaviour = behaviours[Math.min(requests++, behaviours.length - 1)]!;
    readBody(request)
      .then((body) => answer({ request, response, body, behaviour }))
      .catch(() => request.destroy());
  });

  async function answer({ request, response, body, behaviour }: Delivery): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    const verdict = verify(request, body, secret);
    const id = firstOf(request.headers['webhook-id']) ?? 'no id';
    const say = (messages: string[], reply: string): void =>
      print(`${new Date().toISOString()} ${id} ${[`${typeOf(body)}: ${verdict}`, ...messages].join(', ')} → ${reply}`);
    if (verdict === WRONG) {
      log.wrongSignature();
      say([], '401');
      return void response.writeHead(401).end('The signature is wrong.');
    }
    const reply = forwardTo === undefined ? behaviour : await forward(forwardTo, request, body);
    say(log.record({ id, body, accepted: /^2\d\d\b/.test(reply.name) }), reply.name);
    reply.run(response);
  }

  await new Promise<void>((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    report: log.report,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

interface Delivery {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  behaviour: Behaviour;
}

const WRONG = 'signature wrong';

function verify(request: IncomingMessage, body: string, secret: string | undefined): string {
  if (!secret) return 'not verified';
  try {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, firstOf(value) ?? '']);
    standardWebhook(secret).verify(body, Object.fromEntries(headers) as Record<string, string>, { jsonParse: false });
    return 'signature right';
  } catch {
    return WRONG;
  }
}

function typeOf(body: string): string {
  try {
    const { type } = JSON.parse(body) as { type?: unknown };
    return typeof type === 'string' ? type : 'no type';
  } catch {
    return 'no JSON';
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
