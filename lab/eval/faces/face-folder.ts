import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Truth } from '../scoring/boxes';
import type { LabelledImage } from '../scoring/labelled-folder';

export interface FaceImage extends LabelledImage {
  /** Faces of which it does not count whether they are found. */
  ignored: Truth[];
}

/**
 * Reads a folder in dlib's layout: an XML file with `<image file='…'>` and a `<box top left width height/>` for each face, the
 * images beside it. Of several files all are read, but those with landmarks, which repeat the others.
 * @throws Error naming what is missing.
 */
export function readFaceFolder(folder: string): FaceImage[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
  const plain = files.filter((name) => !name.includes('landmarks') && !name.includes('metadata')).sort();
  const images = plain.flatMap((name) => readFaceList(readFileSync(join(folder, name), 'latin1'), folder));
  if (images.length === 0)
    throw new Error(`${folder} has no XML file that lists images: --data takes a folder in dlib's layout.`);
  const missing = images.find(({ path }) => !existsSync(path));
  if (missing) throw new Error(`${missing.path} is listed, but it is not there.`);
  return images;
}

export function readFaceList(xml: string, folder: string): FaceImage[] {
  return [...xml.matchAll(/<image\s[^>]*?file=(['"])(.*?)\1[^>]*?(?:\/>|>([^]*?)<\/image>)/g)].map(([, , file, body = '']) => {
    const boxes = [...body.matchAll(/<box\s([^>]*?)\/?>/g)].map(([, attributes]) => readBox(attributes!));
    return {
      path: join(folder, file!),
      truths: boxes.filter(({ ignore }) => !ignore).map(({ truth }) => truth),
      ignored: boxes.filter(({ ignore }) => ignore).map(({ truth }) => truth),
    };
  });
}

function readBox(attributes: string): { truth: Truth; ignore: boolean } {
  const number = (name: string) => Number(new RegExp(`\\b${name}=['"](-?[\\d.]+)['"]`).exec(attributes)?.[1]);
  const box = { x: number('left'), y: number('top'), width: number('width'), height: number('height') };
  if (Object.values(box).some(Number.isNaN)) throw new Error(`A box lacks left, top, width or height: <box ${attributes}/>`);
  return { truth: { label: 'face', box }, ignore: number('ignore') === 1 };
}
