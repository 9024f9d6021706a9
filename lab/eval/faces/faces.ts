import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import type { Measurement, MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { group, portrait, type FaceDrawing } from '../../../test/harness/fixtures/faces';
import { overlap, type Claim } from '../scoring/boxes';
import { readFaceFolder, type FaceImage } from './face-folder';
import { match } from '../scoring/matching';
import { openPlugins, type EvalHost } from '../plugins';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'faces');
/** A face counts as found by a box that overlaps its own so far. */
const OVERLAP = 0.5;

export interface JudgedFaces extends Pick<FaceImage, 'truths' | 'ignored'> {
  claims: Claim[];
}

/** Of all faces the part that was found, and of all boxes the part that was right. */
export function score(images: readonly JudgedFaces[]): Report {
  let [faces, found, claimed] = [0, 0, 0];
  for (const { truths, ignored, claims } of images) {
    const counted = claims.filter(({ box }) => !ignored.some((each) => overlap(each.box, box) >= OVERLAP));
    faces += truths.length;
    claimed += counted.length;
    found += match(truths, counted, OVERLAP).filter(({ right }) => right).length;
  }
  const figures = { recall: found / faces, precision: found / claimed, images: images.length, faces, found, claimed };
  return { name: 'faces', ratios: {}, figures, tables: [] };
}

async function look(host: EvalHost, path: string): Promise<Claim[]> {
  const { faces } = await host.call('vision.analyze', { image: path, features: ['faces'] });
  const found = faces as { confidence: number; bounding_box: Claim['box'] }[];
  return found.map(({ confidence, bounding_box }) => ({ label: 'face', confidence, box: bounding_box }));
}

/** The faces that we draw, for machines that have no photographs. */
async function drawnImages(later: Later): Promise<FaceImage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-faces-'));
  later(async () => rmSync(folder, { recursive: true, force: true }));
  return Promise.all([portrait, group].map((drawing, index) => draw(drawing, join(folder, `${index}.png`))));
}

async function draw({ svg, boxes }: FaceDrawing, path: string): Promise<FaceImage> {
  await sharp(Buffer.from(svg)).flatten().png().toFile(path);
  return { path, truths: boxes.map((box) => ({ label: 'face', box })), ignored: [] };
}

async function measure({ quick, data, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = data ?? (existsSync(DEFAULT_FOLDER) && !quick ? DEFAULT_FOLDER : undefined);
  say(`Looking for the faces of ${folder ?? 'our own drawings'} …`);
  const images = folder === undefined ? await drawnImages(later) : readFaceFolder(folder);
  const host = await openPlugins();
  later(() => host.close());
  const judged = await Promise.all(images.map(async (each) => ({ ...each, claims: await look(host, each.path) })));
  return { ...score(judged), on: folder, ...(folder === undefined && { unfit: 'drawings' }) };
}

export const faces: Measurement = {
  name: 'faces',
  summary: 'Recall and precision of the faces of vision.analyze on labelled images.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
