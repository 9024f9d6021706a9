import type { PlacedCharacter } from '../word-places';
import { joinParts, type PositionedText } from './joining';

const HEIGHT = 20;
const region = (from: number, to: number) => ({
  centre: { x: (from + to) / 2, y: 100 },
  direction: { x: 1, y: 0 },
  length: to - from,
  height: HEIGHT,
});

/** A part that was found from one x to another, with the middle of each letter. */
function part([from, to]: [number, number], ...words: [string, number][][]): PositionedText {
  const placed = words.map((letters) => {
    const parts = letters.map(([character, x], step): PlacedCharacter => ({
      region: region(x - 5, x + 5),
      characters: [{ character, step, last: step, probability: 0.9 }],
      at: x - from,
    }));
    const text = letters.map(([letter]) => letter).join('');
    const characters = parts.flatMap((each) => each.characters);
    return { text, characters, parts, region: region(letters[0]![1] - 5, letters.at(-1)![1] + 5) };
  });
  return { text: placed.map(({ text }) => text).join(' '), confidence: 0.9, region: region(from, to), words: placed };
}

const textsOf = (...parts: PositionedText[]) => joinParts(parts).map(({ text }) => text);

const UM = part(
  [0, 44],
  [
    ['u', 10],
    ['m', 30],
  ],
);

test('parts at a wide space are one line', () => {
  expect(
    textsOf(
      UM,
      part(
        [44, 80],
        [
          ['9', 56],
          ['0', 70],
        ],
      ),
    ),
  ).toEqual(['um 90']);
});

test('the edge of the last letter before the cut is not read again', () => {
  expect(textsOf(UM, part([36, 70], [['n', 37]], [['9', 56]]))).toEqual(['um 9']);
  const [line] = joinParts([
    UM,
    part(
      [36, 70],
      [
        ['n', 37],
        ['9', 56],
      ],
    ),
  ]);
  expect(line!.text).toBe('um 9');
  // Without the edge, the word begins where its first letter does.
  expect(line!.words[1]!.region).toMatchObject({ centre: { x: 56 }, length: 10 });
});

test('a part with only that edge is left out', () => {
  expect(textsOf(UM, part([36, 50], [['n', 37]]))).toEqual(['um']);
});

test('the edge of the first letter behind the cut is not read before it', () => {
  const before = part([0, 44], [['i', 10]], [['g', 41]]);
  const after = part(
    [38, 90],
    [
      ['g', 47],
      ['å', 62],
      ['r', 76],
    ],
  );
  expect(textsOf(before, after)).toEqual(['i går']);
  // A part with that edge alone is left out.
  expect(textsOf(part([34, 44], [['g', 41]]), after)).toEqual(['går']);
});

test('a third part is compared with the second', () => {
  const second = part(
    [44, 80],
    [
      ['9', 56],
      ['0', 76],
    ],
  );
  expect(textsOf(UM, second, part([81, 110], [['o', 82]], [['h', 96]]))).toEqual(['um 90 h']);
  expect(textsOf(UM, second, part([84, 120], [['h', 94]]))).toEqual(['um 90 h']);
});
