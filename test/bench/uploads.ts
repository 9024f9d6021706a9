import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuringPictures } from '../fixtures/pictures';
import type { Later } from './cleanup';
import { HealthPoll } from './health-poll';
import type { Encoding } from './http-load';
import { LoadProcess } from './load-process';
import { MemoryWatch } from './memory-watch';
import type { Table } from './report';
import type { Service } from './service';
import { quantile } from './statistics';

const AT_ONCE = 16;
const UPLOAD_BYTES = 40 * 1024 * 1024;
const ENCODINGS: readonly Encoding[] = ['json', 'multipart', 'raw'];

export interface UploadFindings {
  figures: Record<string, number>;
  table: Table;
}

/** A picture that is as large as this: what follows the end of a JPEG is no part of it. */
function largePicture(later: Later): string {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-upload-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'large.jpg');
  const jpeg = readFileSync(measuringPictures().find((each) => /\.jpe?g$/i.test(each))!);
  writeFileSync(path, Buffer.concat([jpeg], UPLOAD_BYTES));
  return path;
}

/** Sixteen uploads of 40 MB at once, in each of the three ways to send one, and what they do to `/health/live` and to memory. */
export async function measureUploads(
  service: Service,
  { rounds, later }: { rounds: number; later: Later },
): Promise<UploadFindings> {
  const pictures = [largePicture(later)];
  const load = await LoadProcess.start({ url: service.url, key: service.key, pictures, inFlight: AT_ONCE });
  later(() => load.stop());
  const memory = new MemoryWatch(service.pid);
  const answers: number[] = [];
  let [answered, refused] = [0, 0];
  const rows: Table['rows'] = [];
  for (const encoding of ENCODINGS) {
    const health = new HealthPoll(service.url);
    later(() => health.close());
    let peak = 0;
    for (let round = 0; round < rounds; round++) {
      const turn = () => health.during(() => load.attempt({ encoding, pictures: AT_ONCE }));
      const { result, peakMb } = await memory.during(turn);
      const others = result.failures.filter((failure) => !failure.startsWith('503 '));
      if (others.length > 0) throw new Error(`An upload failed: ${others[0]}`);
      refused += result.failures.length;
      answered += AT_ONCE - result.failures.length;
      peak = Math.max(peak, peakMb);
    }
    answers.push(...health.answers);
    rows.push([
      encoding,
      health.answers.length,
      quantile(health.answers, 0.5),
      quantile(health.answers, 0.99),
      Math.max(...health.answers),
      peak,
    ]);
  }
  const figures = {
    upload_health_p99_ms: quantile(answers, 0.99),
    upload_health_max_ms: Math.max(...answers),
    upload_peak_rss_mb: Math.max(...rows.map((row) => Number(row.at(-1)))),
    uploads_answered: answered,
    uploads_refused: refused,
  };
  const title = `${AT_ONCE} uploads of 40 MB at once: milliseconds until /health/live answers, and the service's memory`;
  return { figures, table: { title, head: ['', 'answers', 'median', 'p99', 'max', 'peak RSS, MB'], rows } };
}
