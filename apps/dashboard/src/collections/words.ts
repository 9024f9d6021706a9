import type { EntryKind } from './queries';

interface Words {
  /** What a collection of this kind is for. */
  about: string;
  /** Singular and plural of an entry. */
  one: string;
  other: string;
  /** What a label is called. */
  group: string;
  newGroup: string;
  groupHint: string;
  /** What entries without a label are called. */
  unlabelled: string;
}

const CLASSES = { group: 'class', newGroup: 'New class', unlabelled: 'Without a class' };

/** The wording of the page for each kind of collection. */
export const WORDS: Record<EntryKind, Words> = {
  pictures: {
    ...CLASSES,
    about: 'Pictures of things: find those that are alike, and teach a model to tell their classes apart.',
    one: 'picture',
    other: 'pictures',
    groupHint: 'such as “tabby”',
  },
  states: {
    ...CLASSES,
    about: 'Pictures of one place, such as a gate: teach a model to tell its states apart.',
    one: 'picture',
    other: 'pictures',
    groupHint: 'such as “open”',
  },
  texts: {
    ...CLASSES,
    about: 'Texts by what they say, in any language: find those that say the same, and teach a model to sort them.',
    one: 'text',
    other: 'texts',
    groupHint: 'such as “billing”',
  },
  faces: {
    group: 'person',
    newGroup: 'New person',
    unlabelled: 'Without a name',
    about: 'People by their faces: vision.recognize says who is in a picture.',
    one: 'picture',
    other: 'pictures',
    groupHint: 'such as “Ada”',
  },
};

/** The options of the list of kinds. */
export const KIND_CHOICES: readonly { value: EntryKind; label: string }[] = [
  { value: 'pictures', label: 'Pictures of things' },
  { value: 'states', label: 'States of one place, such as a gate' },
  { value: 'texts', label: 'Texts' },
  { value: 'faces', label: 'Faces of people, by name' },
];

/** Formats a similarity, such as `93 %`. */
export const similarityPercent = (share: number): string => `${Math.round(share * 100)} %`;

/** Formats an accuracy with its confidence interval: `94 % (between 84 % and 98 %)`. */
export const withInterval = (accuracy: number, [low, high]: readonly number[]): string =>
  `${similarityPercent(accuracy)} (between ${similarityPercent(low ?? 0)} and ${similarityPercent(high ?? 1)})`;
