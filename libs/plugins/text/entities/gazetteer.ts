import { hashFeature } from '../weights/hash';

/** Lists of names; each is a bit of a mask. */
export const LISTS = [
  'first name',
  'last name',
  'city',
  'country',
  'region',
  'organization',
  'demonym',
  'organization word',
] as const;
export type NameList = (typeof LISTS)[number];

/** Names without their letters: sorted hashes of their lower-case forms, and the lists that contain each. */
interface HashedNames {
  keys: Uint32Array;
  lists: Int8Array;
}

/** How a list contains a word: alone, or at the beginning of or inside a longer name. */
export interface Known {
  list: number;
  part: 'alone' | 'first' | 'later';
}

const LONGEST = 4;

export function hashNames(names: Iterable<readonly [string, NameList]>): HashedNames {
  const masks = new Map<number, number>();
  for (const [name, list] of names) {
    const key = hashFeature(name.toLowerCase());
    masks.set(key, (masks.get(key) ?? 0) | (1 << LISTS.indexOf(list)));
  }
  const sorted = [...masks].sort(([a], [b]) => a - b);
  return { keys: Uint32Array.from(sorted, ([key]) => key), lists: Int8Array.from(sorted, ([, mask]) => mask) };
}

export class Gazetteer {
  private readonly masks: Map<number, number>;

  constructor(...all: readonly HashedNames[]) {
    this.masks = new Map();
    for (const { keys, lists } of all)
      keys.forEach((key, i) => this.masks.set(key, (this.masks.get(key) ?? 0) | (lists[i]! & 0xff)));
  }

  /** @param name in lower case. */
  has(name: string, list: NameList): boolean {
    return ((this.masks.get(hashFeature(name)) ?? 0) & (1 << LISTS.indexOf(list))) !== 0;
  }

  /** For each word, the lists that contain it. @param forms in lower case. */
  find(forms: readonly string[]): Known[][] {
    const found: Known[][] = forms.map(() => []);
    for (let from = 0; from < forms.length; from++) {
      let name = '';
      for (let length = 1; length <= LONGEST && from + length <= forms.length; length++) {
        name = length === 1 ? forms[from]! : `${name} ${forms[from + length - 1]!}`;
        const mask = this.masks.get(hashFeature(name));
        if (mask !== undefined) this.mark(found, { from, length, mask });
      }
    }
    return found;
  }

  private mark(found: Known[][], { from, length, mask }: { from: number; length: number; mask: number }): void {
    for (let list = 0; list < LISTS.length; list++) {
      if ((mask & (1 << list)) === 0) continue;
      for (let i = from; i < from + length; i++)
        found[i]!.push({ list, part: length === 1 ? 'alone' : i === from ? 'first' : 'later' });
    }
  }
}
