import { Pipelines, type RunDetailResponse, type RunResponse } from '@percept/core';
import { Presets, SingleBar } from 'cli-progress';
import { setTimeout as wait } from 'node:timers/promises';
import { several } from './print';

const TERMINAL_STEP_MS = 150;
const LINES_STEP_MS = 2_000;
const SHOWN_FAILURES = 10;
const PACE_WINDOW_MS = 10_000;

/** A run and, if it is known, what the run waits for. */
type Followed = RunResponse & Partial<Pick<RunDetailResponse, 'waiting_for'>>;

/**
 * Follows a run to its end: a bar on a terminal, a line every two seconds elsewhere. Ctrl-C cancels the run.
 * @param report prints how it ended; a summary when absent.
 */
export async function followRun<Run extends Followed>(
  pipelines: { get(id: string): Promise<Run>; cancel(id: string): Promise<unknown> },
  runId: string,
  report: (run: Run) => void = summarize,
): Promise<Run> {
  const onInterrupt = (): void => void pipelines.cancel(runId).catch(() => undefined);
  process.on('SIGINT', onInterrupt);
  const show = process.stderr.isTTY ? bar() : lines();
  const paced = recentPace();
  let run = await pipelines.get(runId);
  while (!Pipelines.ENDED.includes(run.status)) {
    show.update(paced(run));
    await wait(process.stderr.isTTY ? TERMINAL_STEP_MS : 100);
    run = await pipelines.get(runId);
  }
  show.end(run);
  process.off('SIGINT', onInterrupt);
  report(run);
  return run;
}

/** Computes rate and remaining time from the last seconds: the warm-up of the workers would distort a mean over the whole run. */
export function recentPace(now: () => number = Date.now): (run: Followed) => Followed {
  const samples: { at: number; ended: number }[] = [];
  return (run) => {
    const latest = { at: now(), ended: done(run) };
    if (latest.ended === 0) return { ...run, rate_per_s: null, eta_s: null };
    samples.push(latest);
    while (latest.at - samples[0]!.at > PACE_WINDOW_MS) samples.shift();
    const { at, ended } = samples[0]!;
    const rate_per_s = latest.ended > ended ? ((latest.ended - ended) / (latest.at - at)) * 1000 : null;
    return { ...run, rate_per_s, eta_s: rate_per_s && (run.counts.total - latest.ended) / rate_per_s };
  };
}

interface Display {
  update(run: Followed): void;
  end(run: Followed): void;
}

function bar(): Display {
  const format = ' {bar} {percentage}% | {value}/{total} | {rate}/s | ETA {left} | failed {failed}{waits}';
  const display = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
  let started = false;
  const update = (run: Followed): void => {
    // A bar for zero of zero would look full.
    if (!started && run.counts.total === 0) return;
    if (!started) display.start(run.counts.total, 0, { rate: '-', left: '-', failed: 0, waits: '' });
    started = true;
    display.setTotal(run.counts.total);
    display.update(done(run), { rate: rate(run), left: left(run), failed: run.counts.failed, waits: waits(run) });
  };
  return {
    update,
    end: (run) => {
      update(run);
      if (started) display.stop();
    },
  };
}

function lines(): Display {
  let last = 0;
  const print = (run: Followed): void => {
    process.stderr.write(
      `${done(run)}/${run.counts.total} items, ${rate(run)}/s, ETA ${left(run)}, failed ${run.counts.failed}${waits(run)}\n`,
    );
  };
  return {
    update: (run) => {
      if (Date.now() - last < LINES_STEP_MS) return;
      last = Date.now();
      print(run);
    },
    end: print,
  };
}

const done = (run: RunResponse): number => run.counts.succeeded + run.counts.failed;
const rate = (run: RunResponse): string => run.rate_per_s?.toFixed(1) ?? '-';
const waits = ({ waiting_for }: Followed): string => (waiting_for ? ` | ${waiting_for.message}` : '');
const left = (run: RunResponse): string => (run.eta_s === null ? '-' : `${Math.ceil(run.eta_s)} s`);

function summarize(run: RunResponse): void {
  const { succeeded, failed } = run.counts;
  process.stdout.write(`${run.id} ${run.status}: ${succeeded} succeeded, ${failed} failed\n`);
  if (run.error) process.stdout.write(`error: ${run.error}\n`);
  for (const failure of run.failures.slice(0, SHOWN_FAILURES))
    process.stdout.write(`failed ${failure.item}: ${failure.code} ${failure.reason}\n`);
  for (const output of run.outputs) process.stdout.write(`wrote ${output.path} (${several(output.rows, 'row')})\n`);
}
