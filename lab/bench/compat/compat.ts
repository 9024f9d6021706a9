import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { Pool } from 'undici';
import { preparedDetector } from '../http/detector-file';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { installed } from '../../peers';
import type { Report } from '../runner/report';
import { ROOT, Service } from '../service';
import { bareSession, runBare, SIDE } from './bare-session';
import { bounds, interleave, median, ratios, spread } from '../runner/statistics';
import {
  awsRequest,
  deepstackRequest,
  googleRequest,
  kserveRequest,
  mcpRequest,
  ownRequests,
  type Pair,
  type Sent,
} from './door-requests';

const MODEL = 'centernet';
const WIDTH = 640;
/** Our own route that takes the picture in the same way; `nothing` shows how far two equal requests differ. */
const BESIDE = { aws: 'own JSON', google: 'own JSON', deepstack: 'own form', mcp: 'own handle', nothing: 'own JSON' } as const;
/** 262 KB of the 5.5 MB that the model answers. */
const SMALL_OUTPUT = 'wh';

interface Picture {
  jpeg: Buffer;
  pixels: Uint8Array;
}

async function readPicture(): Promise<Picture> {
  const image = sharp(join(ROOT, 'examples', 'images', 'crossing.jpg'));
  const jpeg = await image.clone().resize(WIDTH).jpeg({ quality: 85 }).toBuffer();
  const pixels = await image.clone().resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return { jpeg, pixels };
}

/** Milliseconds of one request. */
async function timed(pool: Pool, sent: Sent): Promise<number> {
  const started = performance.now();
  const answer = await pool.request({ method: 'POST', ...sent });
  const text = Buffer.from(await answer.body.arrayBuffer());
  const took = performance.now() - started;
  if (answer.statusCode !== 200 || text.includes('"isError":true'))
    throw new Error(`${sent.path}: ${answer.statusCode} ${text.toString('latin1', 0, 500)}`);
  return took;
}

/** One request at a time: the median of a turn. */
function sender(pool: Pool, times: number) {
  return (sent: Sent) => async (): Promise<number> => {
    const took: number[] = [];
    for (let i = 0; i < times; i++) took.push(await timed(pool, sent));
    return median(took);
  };
}

/** Milliseconds more of a request than of one of our own beside it, either of them first in turn: the median of a turn. */
function differing(pool: Pool, times: number) {
  return (own: Sent, other: Sent) => async (): Promise<number> => {
    const more: number[] = [];
    for (let i = 0; i < times; i += 2) {
      const [one, two] = [await timed(pool, own), await timed(pool, other)];
      const [three, four] = [await timed(pool, other), await timed(pool, own)];
      more.push(two - one, three - four);
    }
    return median(more);
  };
}

/** The headers of a session of MCP. */
async function openSession({ url, key }: Service): Promise<Record<string, string>> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  await answer.text();
  return { 'mcp-session-id': answer.headers.get('mcp-session-id')!, 'mcp-protocol-version': params.protocolVersion };
}

/** @returns the handle of the picture. */
async function upload({ url, key }: Service, jpeg: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' };
  const answer = await fetch(`${url}/v2/uploads`, { method: 'POST', headers, body: new Uint8Array(jpeg) });
  return ((await answer.json()) as { id: string }).id;
}

async function awsPair({ url, key }: Service): Promise<Pair> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'bench-aws', scopes: ['predict'], plan: 'enterprise', aws: true });
  const answer = await fetch(`${url}/v1/keys`, { method: 'POST', headers, body });
  return (await answer.json()) as Pair;
}

async function bareRunner(pixels: Uint8Array, times: number): Promise<{ input: string; run: () => Promise<number> }> {
  const session = await bareSession(preparedDetector());
  const run = async (): Promise<number> => {
    const took: number[] = [];
    for (let i = 0; i < times; i++) {
      const started = performance.now();
      await runBare(session, pixels);
      took.push(performance.now() - started);
    }
    return median(took);
  };
  return { input: session.inputNames[0]!, run };
}

/** The same network behind a bare server of Node, and the same bytes without it. */
async function httpPeer(sent: Sent, times: number, later: Later): Promise<Record<'http' | 'echo', () => Promise<number>>> {
  const child = fork(join(__dirname, 'http-peer.js'), [preparedDetector()]);
  later(() => void child.kill());
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  later(() => pool.destroy());
  const send = sender(pool, times);
  const [http, echo] = [send({ ...sent, path: '/infer' }), send({ ...sent, path: '/echo' })];
  // The echo answers what the last inference answered.
  await http();
  return { http, echo };
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const { jpeg, pixels } = await readPicture();
  say('Starting the service, one worker …');
  const service = await Service.start({ PERCEPT_WORKERS: '1' });
  later(() => service.stop());
  const pool = new Pool(service.url, { connections: 1 });
  later(() => pool.destroy());
  const times = quick ? 2 : 10;
  const send = sender(pool, times);
  const beyond = differing(pool, times);
  const handle = await upload(service, jpeg);
  const own = ownRequests(service, jpeg, handle);
  const bare = await bareRunner(pixels, times);
  const infer = kserveRequest(service, MODEL, { name: bare.input, shape: [1, SIDE, SIDE, 3], data: pixels });
  const small = kserveRequest(service, MODEL, { name: bare.input, shape: [1, SIDE, SIDE, 3], data: pixels }, [SMALL_OUTPUT]);
  const peer = await httpPeer(infer, times, later);
  say('Taking turns …');
  const rounds = quick ? 1 : 11;
  const more = await interleave(
    {
      aws: beyond(own.json, await awsRequest(service, await awsPair(service), jpeg)),
      google: beyond(own.json, googleRequest(service, jpeg)),
      deepstack: beyond(own.form, deepstackRequest(service, jpeg)),
      mcp: beyond(own.handle, mcpRequest(service, await openSession(service), handle)),
      nothing: beyond(own.json, own.json),
    },
    rounds,
  );
  const ms = await interleave(
    {
      'bare onnxruntime-node': bare.run,
      kserve: send(infer),
      'onnxruntime-node behind node:http': peer.http,
      'HTTP echo': peer.echo,
      'kserve, the small output': send(small),
    },
    rounds,
  );
  return summarize(more, ms);
}

function summarize(more: Record<keyof typeof BESIDE, number[]>, ms: Record<string, number[]>): Report {
  const costs = Object.entries(BESIDE).map(([door, other]) => ({ door, other, cost: spread(more[door as keyof typeof BESIDE]) }));
  // Calls in a time, so that more is better.
  const speedOf = (one: string, other: string) => spread(ratios(ms[one]!, ms[other]!).map((ratio) => 1 / ratio));
  const [bare, http] = ['bare onnxruntime-node', 'onnxruntime-node behind node:http'];
  const kserve = speedOf('kserve', bare);
  return {
    name: 'compat',
    against: installed('onnxruntime-node'),
    ratios: {
      kserve_vs_bare: kserve.median,
      kserve_vs_bare_http: speedOf('kserve', http).median,
      kserve_small_vs_bare: speedOf('kserve, the small output', bare).median,
    },
    figures: {
      ...bounds('kserve_vs_bare', kserve),
      // What a bare server reaches with the same outputs: nothing behind HTTP can be much nearer to 1.
      kserve_vs_bare_limit: speedOf(http, bare).median,
      kserve_http_echo_ms: median(ms['HTTP echo']!),
      ...Object.fromEntries(costs.map(({ door, cost }) => [`overhead_ms_${door}`, cost.median])),
    },
    tables: [
      {
        title: `Milliseconds more of a request, beside one of our own: faces of a picture of ${WIDTH} pixels`,
        head: ['', 'compared with', 'more', 'min', 'max'],
        rows: costs.map(({ door, other, cost }) => [door, other, cost.median, cost.min, cost.max]),
      },
      {
        title: `Milliseconds of a tensor of ${SIDE} × ${SIDE} pixels`,
        head: ['', 'median', 'min'],
        rows: Object.entries(ms).map(([name, each]) => [name, median(each), Math.min(...each)]),
      },
    ],
  };
}

export const compat: Measurement = {
  name: 'compat',
  summary: 'What other interfaces cost over our own route, and raw tensors against a bare onnxruntime-node.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
