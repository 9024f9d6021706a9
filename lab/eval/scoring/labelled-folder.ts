import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import type { Truth } from './boxes';

/** COCO's training images, which the usual detectors were taught with. */
const TAUGHT = /train2017\/?$/;

export interface LabelledImage {
  path: string;
  truths: Truth[];
}

interface FolderConfig {
  names: Record<number, string> | string[];
  train?: string;
  val?: string;
}

/** Says nothing of how good a model is, only that images are read rightly. */
export const isTaught = (folder: string): boolean => TAUGHT.test(folder);

/**
 * The folder of the split that is measured: `val` of config.yaml if it is there, else `train`, else `images` itself.
 * @returns a path below `images`, '' for none.
 */
function splitOf(folder: string, config: FolderConfig): string {
  const named = [config.val, config.train].filter((split): split is string => typeof split === 'string');
  const found = named.find((split) => existsSync(join(folder, split)));
  return found ? found.replace(/^images\/?/, '') : '';
}

/**
 * Reads a folder in YOLO's layout: config.yaml with the names, images/[split]/<id>.jpg, labels/[split]/<id>.txt with a
 * line `class cx cy w h` for each object, in fractions of the image. An image without a label file shows nothing.
 * @throws Error naming what is missing.
 */
export async function readLabelledFolder(folder: string): Promise<LabelledImage[]> {
  const file = join(folder, 'config.yaml');
  if (!existsSync(file)) throw new Error(`${file} is missing: --data takes a folder with config.yaml, images/ and labels/.`);
  const config = parse(readFileSync(file, 'utf8')) as FolderConfig;
  const split = splitOf(folder, config);
  const images = join(folder, 'images', split);
  const names = readdirSync(images).filter((name) => /\.(jpe?g|png|webp|bmp)$/i.test(name));
  if (names.length === 0) throw new Error(`There is no image in ${images}.`);
  return Promise.all(
    names.sort().map(async (name) => {
      const path = join(images, name);
      const labels = join(folder, 'labels', split, `${basename(name, extname(name))}.txt`);
      const text = existsSync(labels) ? readFileSync(labels, 'utf8') : '';
      return { path, truths: readTruths(text, config.names, await uprightSize(path)) };
    }),
  );
}

async function uprightSize(path: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(path).metadata();
  return autoOrient;
}

/** Reads the lines of a label file into pixels of the image. */
export function readTruths(text: string, names: Record<number, string>, size: { width: number; height: number }): Truth[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [label, cx, cy, w, h] = line.trim().split(/\s+/).map(Number) as [number, number, number, number, number];
      const [width, height] = [w * size.width, h * size.height];
      return {
        label: names[label] ?? String(label),
        box: { x: cx * size.width - width / 2, y: cy * size.height - height / 2, width, height },
      };
    });
}
