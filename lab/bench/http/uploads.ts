import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuringImages } from '../../../test/harness/fixtures/images';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { HealthPoll } from '../probes/health-poll';
import type { Encoding } from './http-load';
import { LoadProcess } from './load-process';
import { MemoryWatch } from '../probes/memory-watch';
import type { Report, Table } from '../runner/report';
import { Service } from '../service';
import { quantile } from '../runner/statistics';

const AT_ONCE = 16;
const UPLOAD_BYTES = 40 * 1024 * 1024;
const QUICK_BYTES = 4 * 1024 * 1024;
/** Beyond that of the service's workers. */
const CLIENT_NICENESS = 10;
const ENCODINGS: readonly Encoding[] = ['json', 'multipart', 'raw'];

/** An image that is as large as this: what follows the end of a JPEG is not a part of it. */
function largeImage(bytes: number, later: Later): string {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-upload-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'large.jpg');
  const jpeg = readFileSync(measuringImages().find((each) => /\.jpe?g$/i.test(each))!);
  writeFileSync(path, Buffer.concat([jpeg], bytes));
  return path;
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  say('Starting the service …');
  const service = await Service.start();
  later(() => service.stop());
  const rounds = quick ? 1 : 3;
  const images = [largeImage(quick ? QUICK_BYTES : UPLOAD_BYTES, later)];
  const load = await LoadProcess.start({ url: service.url, key: service.key, images, inFlight: AT_ONCE }, CLIENT_NICENESS);
  later(() => load.stop());
  const memory = new MemoryWatch(service.pid);
  const [answers, own]: [number[], number[]] = [[], []];
  let [answered, refused] = [0, 0];
  const rows: Table['rows'] = [];
  for (const encoding of ENCODINGS) {
    // Not counted: code that runs for the first time is compiled meanwhile.
    await load.attempt({ encoding, images: AT_ONCE });
    const health = new HealthPoll(service.url, service.pid);
    later(() => health.close());
    let peak = 0;
    for (let round = 0; round < rounds; round++) {
      const turn = () => health.during(() => load.attempt({ encoding, images: AT_ONCE }));
      const { result, peakMb } = await memory.during(turn);
      const others = result.failures.filter((failure) => !failure.startsWith('503 '));
      if (others.length > 0) throw new Error(`An upload failed: ${others[0]}`);
      refused += result.failures.length;
      answered += AT_ONCE - result.failures.length;
      peak = Math.max(peak, peakMb);
    }
    answers.push(...health.answers);
    own.push(...health.own);
    rows.push([
      encoding,
      health.answers.length,
      quantile(health.answers, 0.5),
      quantile(health.answers, 0.99),
      Math.max(...health.answers),
      quantile(health.own, 0.99),
      peak,
    ]);
  }
  const figures = {
    health_p99_ms: quantile(answers, 0.99),
    health_max_ms: Math.max(...answers),
    health_own_p99_ms: quantile(own, 0.99),
    peak_rss_mb: Math.max(...rows.map((row) => Number(row.at(-1)))),
    answered,
    refused,
  };
  const title = `${AT_ONCE} uploads of 40 MB at once: milliseconds until /health/live answers, and the service's memory`;
  return {
    name: 'uploads',
    ratios: {},
    figures,
    tables: [{ title, head: ['', 'answers', 'median', 'p99', 'max', 'p99 without waiting for a core', 'peak RSS, MB'], rows }],
  };
}

export const uploads: Measurement = {
  name: 'uploads',
  summary: 'Sixteen uploads of 40 MB at once in three encodings: /health/live and memory meanwhile.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
