import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfProcess } from '../probes/cpu-time';
import { residentMb } from '../probes/memory-watch';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { median } from '../runner/statistics';
import { ROOT, Service } from '../service';

/** So that what the start left behind is collected. */
const REST_MS = 3_000;
const ROUNDS = 3;

const picture = (): { body: Buffer; headers: Record<string, string> } => ({
  body: readFileSync(join(ROOT, 'examples', 'images', 'crossing.jpg')),
  headers: { 'content-type': 'image/jpeg' },
});
const json = (value: object) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } });

/** A call of each capability with models or large tables. */
const CALLS: [path: string, call: () => { body: string | Buffer; headers: Record<string, string> }][] = [
  ['vision/detect', picture],
  ['vision/classify', picture],
  ['vision/analyze', picture],
  ['text/sentiment', () => json({ text: 'The room was lovely.' })],
  ['text/entities', () => json({ text: 'Ada Lovelace met Charles Babbage in London.' })],
];

interface Turn {
  ready_ms: number;
  ready_cpu_ms: number;
  idle_mb: number;
  first_answer_ms: number;
  second_answer_ms: number;
  used_mb: number;
}

/** One start: to ready, at rest, the first answer, and after a call of each capability. */
async function turn(preload: string): Promise<Turn> {
  const service = await Service.start({ PERCEPT_WORKERS: '2', PERCEPT_PRELOAD: preload });
  try {
    const ready_cpu_ms = cpuOfProcess(service.pid);
    await sleep(REST_MS);
    const idle_mb = residentMb(service.pid);
    const call = async ([path, input]: (typeof CALLS)[number]) => {
      const { body, headers } = input();
      const began = performance.now();
      const authorization = `Bearer ${service.key}`;
      const answer = await fetch(`${service.url}/v2/${path}`, {
        method: 'POST',
        body: new Uint8Array(Buffer.from(body)),
        headers: { ...headers, authorization },
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      return performance.now() - began;
    };
    const first_answer_ms = await call(CALLS[0]!);
    const second_answer_ms = await call(CALLS[0]!);
    for (const each of CALLS) await call(each);
    const used_mb = residentMb(service.pid);
    return { ready_ms: service.readyMs, ready_cpu_ms, idle_mb, first_answer_ms, second_answer_ms, used_mb };
  } finally {
    await service.stop();
  }
}

async function measure({ quick, say }: MeasureOptions): Promise<Report> {
  const contestants = { 'everything preloaded': 'all', default: '' };
  const turns: Record<string, Turn[]> = { 'everything preloaded': [], default: [] };
  for (let round = 0; round <= (quick ? 0 : ROUNDS); round++) {
    for (const [name, preload] of Object.entries(contestants)) {
      say(`${name}, start ${round + 1} …`);
      const measured = await turn(preload);
      // The first start converts the models.
      if (quick || round > 0) turns[name]!.push(measured);
    }
  }
  const middle = (name: string, figure: keyof Turn) => median(turns[name]!.map((each) => each[figure]));
  const ratio = (figure: keyof Turn) => middle('default', figure) / middle('everything preloaded', figure);
  const names = Object.keys(turns['default']![0]!) as (keyof Turn)[];
  return {
    name: 'start',
    ratios: { idle_memory_vs_before: ratio('idle_mb'), ready_vs_before: ratio('ready_ms'), cpu_vs_before: ratio('ready_cpu_ms') },
    figures: Object.fromEntries(names.map((name) => [name, middle('default', name)])),
    tables: [
      {
        title: 'A service with two workers, medians: milliseconds and megabytes in memory',
        head: ['', ...Object.keys(contestants)],
        rows: names.map((name) => [name, ...Object.keys(contestants).map((contestant) => middle(contestant, name))]),
      },
    ],
  };
}

export const start: Measurement = {
  name: 'start',
  summary: 'Time to ready and memory at rest, beside a service that sets everything up at the start.',
  measure,
};
