/** Runs in a separate process: sends images to the service with a fixed concurrency, and prints the result. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

export interface LoadSetup {
  url: string;
  key: string;
  images: readonly string[];
  inFlight: number;
}

export type Encoding = 'json' | 'multipart' | 'raw';

export interface LoadTurn {
  encoding: Encoding;
  images: number;
}

export interface LoadResult {
  /** Images answered with 200, per second. */
  rate: number;
  /** Status and body of the answers that were not 200. */
  failures: string[];
  /** Objects found, so that an empty answer does not pass for a fast one. */
  objects: number;
}

const BOUNDARY = 'percept-bench-boundary';
const CONTENT_TYPES = { json: 'application/json', multipart: `multipart/form-data; boundary=${BOUNDARY}`, raw: 'image/jpeg' };

/** A body is made once, before the clock runs: a client's own work is not the service's. */
function bodyOf(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'raw') return bytes;
  if (encoding === 'json') return Buffer.from(JSON.stringify({ image: bytes.toString('base64') }));
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="image"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function serve({ url, key, images, inFlight }: LoadSetup): void {
  const pool = new Pool(url, { connections: inFlight });
  const files = images.map((path) => readFileSync(path));
  const bodies = {
    json: files.map((bytes) => bodyOf(bytes, 'json')),
    multipart: files.map((bytes) => bodyOf(bytes, 'multipart')),
    raw: files,
  };

  const turn = async ({ encoding, images: count }: LoadTurn): Promise<LoadResult> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': CONTENT_TYPES[encoding] };
    const failures: string[] = [];
    let [next, objects] = [0, 0];
    const client = async (): Promise<void> => {
      while (next < count) {
        const body = bodies[encoding][next++ % files.length]!;
        const answer = await pool.request({ method: 'POST', path: '/v2/vision/detect', headers, body });
        if (answer.statusCode === 200) objects += ((await answer.body.json()) as { total_objects: number }).total_objects;
        else failures.push(`${answer.statusCode} ${await answer.body.text()}`);
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: inFlight }, client));
    return { rate: ((count - failures.length) * 1000) / (performance.now() - started), failures, objects };
  };

  process.on('message', (message: LoadTurn) => void turn(message).then((result) => process.send!(result)));
  process.send!('ready');
}

process.once('message', (setup: LoadSetup) => serve(setup));
