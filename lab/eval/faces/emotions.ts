import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import type { Measurement, MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins, type EvalHost } from '../plugins';
import { overlap, type Truth } from '../scoring/boxes';
import { wilson } from '../scoring/wilson';
import { LABELLED_FACES } from './labelled-faces';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images');
/** Images that come with an npm package, so that there are some on every machine. */
const PACKAGED = /^face-api\//;
const PACKAGE_FOLDER = join(ROOT, 'node_modules', '@vladmandic', 'face-api', 'demo');
/** A face counts as found by a box that overlaps its own so far. */
const OVERLAP = 0.4;
const QUICK_IMAGES = 1;
/** Pixels of the crops that resemble the images of FER-2013 and CK+. */
const SMALL = 48;

interface Labelled {
  path: string;
  expression: string;
  box: Truth['box'];
}

/** A face with what was answered: undefined if it was not found. */
export interface JudgedFace {
  expression: string;
  answer?: string;
}

/** How the faces are shown: on the whole image, or cut out at their boxes without any margin. */
const VIEWS = { whole: 'on the image', tight: 'cut out without a margin', small: `the same, grey, ${SMALL} × ${SMALL} pixels` };
type View = keyof typeof VIEWS;

/** Shares of faces that are found, and whose expression is named rightly; a face that is not found counts as wrong. */
export function scoreExpressions(judged: Readonly<Record<View, readonly JudgedFace[]>>): Pick<Report, 'figures' | 'tables'> {
  const figures: Record<string, number> = {};
  const rows = (Object.keys(VIEWS) as View[]).flatMap((view) => {
    const expressions = [...new Set(judged[view].map(({ expression }) => expression))].sort();
    const line = (what: string, part: readonly JudgedFace[], name?: string) => {
      const right = part.filter(({ expression, answer }) => answer === expression).length;
      const found = part.filter(({ answer }) => answer !== undefined).length;
      if (name) Object.assign(figures, { [`found_${name}`]: found / part.length, [`right_${name}`]: right / part.length });
      const [low, high] = wilson(right, part.length).map((each) => each.toFixed(3));
      return [
        VIEWS[view],
        what,
        String(part.length),
        (found / part.length).toFixed(3),
        (right / part.length).toFixed(3),
        low!,
        high!,
      ];
    };
    return [
      line('all', judged[view], view),
      ...expressions.map((each) =>
        line(
          each,
          judged[view].filter(({ expression }) => expression === each),
        ),
      ),
    ];
  });
  const head = ['faces', 'expression', 'n', 'found', 'right', 'from', 'to (95 %)'];
  return { figures: { ...figures, faces: judged.whole.length }, tables: [{ title: 'Expressions', head, rows }] };
}

function labelledFaces(folder: string | undefined, quick: boolean): Labelled[] {
  const files = Object.keys(LABELLED_FACES).filter((file) => PACKAGED.test(file) || folder !== undefined);
  return files.slice(0, quick ? QUICK_IMAGES : files.length).flatMap((file) => {
    const path = PACKAGED.test(file) ? join(PACKAGE_FOLDER, file.replace(PACKAGED, '')) : join(folder!, file);
    return LABELLED_FACES[file]!.map(([expression, x, y, width, height]) => ({ path, expression, box: { x, y, width, height } }));
  });
}

type Found = { bounding_box: Truth['box']; emotions: Record<string, number> };

async function ask(host: EvalHost, image: string, box?: Truth['box']): Promise<string | undefined> {
  const faces = (await host.call('vision.faces', { image })).faces as Found[];
  const face = box ? faces.find(({ bounding_box }) => overlap(bounding_box, box) >= OVERLAP) : faces[0];
  return face && Object.entries(face.emotions).reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

async function view(host: EvalHost, { path, box }: Labelled, how: View): Promise<string | undefined> {
  if (how === 'whole') return ask(host, path, box);
  const part = sharp(await sharp(path).rotate().toBuffer()).extract({
    left: box.x,
    top: box.y,
    width: box.width,
    height: box.height,
  });
  const shown = how === 'small' ? part.resize(SMALL, SMALL, { fit: 'fill' }).greyscale() : part;
  return ask(host, `data:image/png;base64,${(await shown.png().toBuffer()).toString('base64')}`);
}

async function measure({ quick, data, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = data ?? (existsSync(DEFAULT_FOLDER) ? DEFAULT_FOLDER : undefined);
  const faces = labelledFaces(folder, quick);
  say(`Reading the expressions of ${faces.length} faces …`);
  const host = await openPlugins();
  later(() => host.close());
  const judged = Object.fromEntries(Object.keys(VIEWS).map((each): [string, JudgedFace[]] => [each, []])) as Record<
    View,
    JudgedFace[]
  >;
  for (const face of faces)
    for (const each of Object.keys(VIEWS) as View[])
      judged[each].push({ expression: face.expression, answer: await view(host, face, each) });
  const unfit = folder === undefined ? { unfit: 'the images of the package alone' } : {};
  return { name: 'emotions', ratios: {}, ...scoreExpressions(judged), on: folder, ...unfit };
}

export const emotions: Measurement = {
  name: 'emotions',
  summary: 'Expressions of the faces of vision.faces, on photographs that we judged by eye.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
