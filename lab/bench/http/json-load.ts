import { Pool } from 'undici';
import type { Service } from '../service';

/** Sends a JSON body repeatedly and concurrently. @returns responses per second. @throws Error with the first answer that is not 200. */
export async function answersPerSecond(
  { url, key }: Service,
  { path, body, times, inFlight }: { path: string; body: unknown; times: number; inFlight: number },
): Promise<number> {
  const pool = new Pool(url, { connections: inFlight });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const bytes = JSON.stringify(body);
  let left = times;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const answer = await pool.request({ method: 'POST', path, headers, body: bytes });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: inFlight }, client));
    return (times * 1000) / (performance.now() - started);
  } finally {
    await pool.destroy();
  }
}
