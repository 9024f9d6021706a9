import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../../bench/service';
import { plainLabel } from '../objects/class-folder';
import { imagenetTruth } from './imagenet-truths';

/** Images of anything. The names and scenes of classify were fitted on those of Caltech and of scenes. */
export const OPEN_MIX = resolve(ROOT, '..', 'shared', 'data', 'images', 'open-mix');

export type Source = 'imagenet' | 'caltech' | 'scenes';

/** An image of the open mix, and what may be said of it. */
export interface OpenMixImage {
  path: string;
  source: Source;
  /** Its class. */
  group: string;
  /** The label that it was chosen for, and others that mean the same. None if no label of ours fits. */
  labels: string[];
  /** Labels that are true as well, such as `bird` of a flamingo. */
  also: string[];
  /** Categories that are true, such as `animal`. */
  categories: string[];
  /** Whether people may be on it: nobody has written down whether they are. */
  people: boolean;
}

interface Line {
  file: string;
  imagenet_index?: number;
  folder?: string;
  scene?: string;
}

/** Caltech's folders that are called otherwise here. */
const CALTECH: Readonly<Record<string, string[]>> = {
  Faces: ['face', 'person'],
  Faces_easy: ['face', 'person'],
  Leopards: ['leopard'],
  Motorbikes: ['motorcycle'],
  airplanes: ['airplane'],
  bass: ['bass (fish)'],
  binocular: ['binoculars'],
  buddha: ['buddha statue'],
  car_side: ['car'],
  cellphone: ['cell phone'],
  cougar_body: ['cougar'],
  cougar_face: ['cougar'],
  crocodile_head: ['crocodile'],
  dollar_bill: ['banknote'],
  flamingo_head: ['flamingo'],
  garfield: ['cartoon'],
  snoopy: ['cartoon'],
  hawksbill: ['sea turtle'],
  headphone: ['headphones'],
  ketch: ['sailboat'],
  schooner: ['sailboat'],
  lotus: ['water lily'],
  rhino: ['rhinoceros'],
  sea_horse: ['seahorse'],
  water_lilly: ['water lily'],
  windsor_chair: ['chair'],
  yin_yang: ['yin-yang symbol'],
};
const ALSO: Readonly<Record<string, string[]>> = {
  sailboat: ['boat'],
  ferry: ['boat'],
  dalmatian: ['dog'],
  'wild cat': ['cat'],
  rooster: ['bird'],
  ibis: ['bird'],
  flamingo: ['bird'],
  pigeon: ['bird'],
  emu: ['bird'],
  'soccer ball': ['sports ball'],
  watch: ['clock'],
  panda: ['bear'],
  cougar: ['wild cat'],
  leopard: ['wild cat'],
  bonsai: ['potted plant'],
  ewer: ['vase', 'cup'],
  crayfish: ['lobster'],
  lobster: ['crayfish'],
  glacier: ['mountain'],
};
const SCENES: Readonly<Record<string, string[]>> = { glacier: ['glacier', 'snow'] };

/**
 * Reads the mix of images below `folder`.
 * @param categoryOf the category of a label.
 * @throws Error if `labels.jsonl` is missing.
 */
export function readOpenMix(folder: string, categoryOf: (label: string) => string | undefined): OpenMixImage[] {
  const file = join(folder, 'labels.jsonl');
  if (!existsSync(file)) throw new Error(`${file} is missing: --open takes a folder with images and their labels.jsonl.`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => imageFrom(JSON.parse(line) as Line, folder, categoryOf));
}

function imageFrom(line: Line, folder: string, categoryOf: (label: string) => string | undefined): OpenMixImage {
  const path = join(folder, line.file);
  if (line.imagenet_index !== undefined) {
    const { labels, categories, people } = imagenetTruth(line.imagenet_index);
    const group = `imagenet ${String(line.imagenet_index).padStart(3, '0')}`;
    return { path, source: 'imagenet', group, labels, also: [], categories, people };
  }
  if (line.scene !== undefined) {
    const labels = SCENES[line.scene] ?? [line.scene];
    const also = labels.flatMap((label) => ALSO[label] ?? []);
    return { path, source: 'scenes', group: `scenes ${line.scene}`, labels, also, categories: ['scene'], people: true };
  }
  const name = line.folder ?? '';
  const background = name.startsWith('BACKGROUND');
  const labels = background ? [] : (CALTECH[name] ?? [plainLabel(name)]);
  const categories = labels.flatMap((label) => categoryOf(label) ?? []);
  const also = labels.flatMap((label) => ALSO[label] ?? []);
  return { path, source: 'caltech', group: `caltech ${labels[0] ?? name}`, labels, also, categories, people: background };
}

/** Whether a name may be said of an image; undefined if nobody has written it down. */
export function isTrue(name: string, { labels, also, categories, people }: OpenMixImage): boolean | undefined {
  if (labels.includes(name) || also.includes(name) || categories.includes(name)) return true;
  return people && (name === 'person' || name === 'face') ? undefined : false;
}
