import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import sharp from 'sharp';
import { PerceptError } from '@percept/sdk';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import type { Measurement, MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { EXAMPLE_FOLDER } from '../../../test/harness/fixtures/images';
import { readFormatFolder, type FormatFile } from './format-folder';
import { openPlugins, type EvalHost } from '../plugins';

export const FORMATS_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'formats');
const ROUNDS = 5;
const MB = 1024 * 1024;

/** What became of a file: `wrong` is an answer of another size, a refusal of what is fine, or none of what is not. */
export type Outcome = { file: string; as: 'answered' | 'refused' | 'wrong' | 'fault'; reason: string };

export async function tryFile(host: EvalHost, { path, size }: FormatFile, features?: string[]): Promise<Outcome> {
  const file = basename(path);
  try {
    const { metadata } = await host.call('vision.analyze', {
      image: path,
      include_metadata: true,
      ...(features && { features }),
    });
    const { width, height } = metadata as { width: number; height: number };
    const right = width === size?.width && height === size.height;
    return { file, as: right ? 'answered' : 'wrong', reason: `${width} × ${height}` };
  } catch (error) {
    if (!(error instanceof PerceptError) || error.status !== 400) return { file, as: 'fault', reason: String(error) };
    return { file, as: size ? 'wrong' : 'refused', reason: error.details?.reason ?? error.message };
  }
}

async function measure({ quick, data, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = data ?? (existsSync(FORMATS_FOLDER) ? FORMATS_FOLDER : undefined);
  say(`Analyzing every file of ${folder ?? EXAMPLE_FOLDER} …`);
  const files = folder === undefined ? await drawn() : readFormatFolder(folder);
  const host = await openPlugins();
  later(() => host.close());
  const resident: number[] = [];
  let outcomes: Outcome[] = [];
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
    outcomes = await Promise.all(files.map((file) => tryFile(host, file, quick ? ['colors'] : undefined)));
    resident.push(process.memoryUsage.rss() / MB);
    say(`Round ${round + 1}: ${resident.at(-1)!.toFixed(0)} MB resident`);
  }
  const count = (as: Outcome['as']) => outcomes.filter((each) => each.as === as).length;
  const bad = outcomes.filter(({ as }) => as === 'wrong' || as === 'fault');
  return {
    name: 'formats',
    on: folder,
    ...(folder === undefined && { unfit: 'drawings' }),
    ratios: { resident_last_to_second: resident.at(-1)! / (resident[1] ?? resident[0]!) },
    figures: {
      files: files.length,
      answered: count('answered'),
      refused: count('refused'),
      wrong: count('wrong'),
      faults: count('fault'),
      ...Object.fromEntries(resident.map((mb, round) => [`resident_mb_${round + 1}`, mb])),
    },
    tables: [{ title: 'Wrong', head: ['file', 'as', 'reason'], rows: bad.map(({ file, as, reason }) => [file, as, reason]) }],
  };
}

async function drawn(): Promise<FormatFile[]> {
  const paths = readdirSync(EXAMPLE_FOLDER).map((name) => join(EXAMPLE_FOLDER, name));
  return Promise.all(
    paths.map(async (path) => {
      const { width, height } = (await sharp(path).metadata()).autoOrient;
      return { path, size: { width, height } };
    }),
  );
}

export const formats: Measurement = {
  name: 'formats',
  summary: 'Every file of a folder of odd images through vision.analyze, five times: answers, refusals, memory.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
