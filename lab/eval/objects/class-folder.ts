import { existsSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readLabelledFolder } from '../scoring/labelled-folder';

/** What an image truly shows; nothing of the vocabulary where `labels` is empty. */
export interface LabelledClassImage {
  path: string;
  labels: string[];
}

export interface LabelledClassImages {
  images: LabelledClassImage[];
  /** The labels that are judged: of any other nobody wrote down whether an image shows it. */
  vocabulary: string[];
}

/** `Sea_Turtle` and `sea-turtle` are the label `sea turtle`. */
export const plainLabel = (name: string) => name.toLowerCase().replace(/[_-]+/g, ' ').trim();

/** Folders of images that fit no label. */
const isBackground = (label: string) => label === 'none' || label.startsWith('background');

/**
 * Reads a folder with a folder of images for each class, or one in YOLO's layout, whose objects are then the labels.
 * @throws Error naming what is missing.
 */
export async function readClassImages(folder: string): Promise<LabelledClassImages> {
  if (existsSync(join(folder, 'config.yaml'))) return fromBoxes(folder);
  const classes = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory()) : [];
  const images = classes.flatMap((each) => imagesIn(folder, each));
  if (images.length === 0) throw new Error(`${folder} has no folders of images: --data takes a folder for each class.`);
  return { images, vocabulary: [...new Set(images.flatMap(({ labels }) => labels))] };
}

function imagesIn(folder: string, { name }: Dirent): LabelledClassImage[] {
  const label = plainLabel(name);
  return readdirSync(join(folder, name))
    .filter((file) => /\.(jpe?g|png|webp|bmp)$/i.test(file))
    .sort()
    .map((file) => ({ path: join(folder, name, file), labels: isBackground(label) ? [] : [label] }));
}

async function fromBoxes(folder: string): Promise<LabelledClassImages> {
  const { names } = parse(readFileSync(join(folder, 'config.yaml'), 'utf8')) as { names: Record<number, string> | string[] };
  const images = await readLabelledFolder(folder);
  return {
    images: images.map(({ path, truths }) => ({ path, labels: [...new Set(truths.map(({ label }) => plainLabel(label)))] })),
    vocabulary: Object.values(names).map(plainLabel),
  };
}
