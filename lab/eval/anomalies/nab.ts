import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgePoints } from '../../../libs/plugins/forecast/anomalies/anomalies';
import { parseTimestamp } from '../../../libs/plugins/forecast/calendar/timestamp';
import type { Report } from '../../bench/runner/report';
import { nabScore, probation, type Window } from './nab-score';

interface NabFile {
  name: string;
  values: number[];
  windows: Window[];
}

const PEERS = ['numenta', 'knncad', 'randomCutForest', 'twitterADVec', 'windowedGaussian'];
const STEP = 5 * 60_000;
/** The times of some files go back or stand still; their rows are five minutes apart. */
const stamp = (row: number) => new Date(Date.UTC(2014, 0, 1) + row * STEP).toISOString();

/** The files that `windows.json` names. */
export function readNab(folder: string): NabFile[] {
  const windows = JSON.parse(readFileSync(join(folder, 'windows.json'), 'utf8')) as Record<string, [string, string][]>;
  return Object.entries(windows).map(([name, found]) => {
    const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1);
    const rows = lines.map((line) => line.split(','));
    const times = rows.map(([time]) => wallOf(time!));
    const last = (until: number) => times.findLastIndex((time) => time <= until);
    return {
      name,
      values: rows.map(([, value]) => Number(value)),
      windows: found.map(([from, to]) => ({ from: times.findIndex((time) => time >= wallOf(from)), to: last(wallOf(to)) + 1 })),
    };
  });
}

const wallOf = (text: string) => parseTimestamp(text.trim())!.wall;

function scoresOfPeer(file: string): Map<string, number[]> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => JSON.parse(line) as { file: string; scores: number[] }).map((row) => [row.file, row.scores]),
  );
}

/** NAB's score of ours and of the peers whose scores lie there, each with the one threshold that suits it best; and alarms where there is no anomaly. */
export function measureNab(folder: string, sensitivity: number): Pick<Report, 'figures' | 'tables'> {
  const files = readNab(folder);
  const started = process.cpuUsage();
  const answers = files.map(({ values }) =>
    // The service refuses a constant, because nothing in it can be unusual.
    values.every((value) => value === values[0])
      ? { points: values.map(() => ({ score: 0, is_anomaly: false })) }
      : judgePoints({ data: values.map((value, row) => ({ timestamp: stamp(row), value })), mode: 'entire', sensitivity }),
  );
  const { user, system } = process.cpuUsage(started);
  const ours = nabScore(files.map(({ windows }, i) => ({ windows, scores: answers[i]!.points.map(({ score }) => score) })));
  const rows = PEERS.filter((peer) => existsSync(join(folder, 'peers', `${peer}.jsonl`))).map((peer) => {
    const scores = scoresOfPeer(join(folder, 'peers', `${peer}.jsonl`));
    const found = nabScore(files.map(({ name, windows }) => ({ windows, scores: scores.get(name)! })));
    return [peer, found.score, `${found.found} of ${found.windows}`, found.outside];
  });
  const clean = files.flatMap(({ windows }, i) => (windows.length === 0 ? [answers[i]!.points] : []));
  const scored = clean.flatMap((points) => points.slice(probation(points.length)));
  const alarms = scored.filter((point) => point.is_anomaly).length;
  const loud = scored.filter(({ score }) => score >= ours.threshold).length;
  return {
    figures: {
      nab: ours.score,
      nab_threshold: ours.threshold,
      nab_windows_found: ours.found,
      nab_outside: ours.outside,
      clean_points: scored.length,
      clean_alarms: alarms,
      clean_above_threshold: loud,
      cpu_ms_per_file: (user + system) / 1000 / files.length,
    },
    tables: [
      {
        title: `NAB, standard profile: ${files.length} series`,
        head: ['detector', 'score', 'windows found', 'detections outside'],
        rows: [...rows, ['predict.anomalies', ours.score, `${ours.found} of ${ours.windows}`, ours.outside]],
      },
    ],
  };
}
