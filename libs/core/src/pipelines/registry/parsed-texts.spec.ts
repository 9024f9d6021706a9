import { toCatalogue } from '../language';
import { ParsedTexts } from './parsed-texts';

const text = (name: string): string => `version: 1\nname: ${name}\nsteps: []\n`;

test('a text is parsed once, and again under another name of its file or address', () => {
  const texts = new ParsedTexts(toCatalogue(new Map()));
  const first = texts.read(text('a'), 'a.yaml');
  expect(texts.read(text('a'), 'a.yaml')).toBe(first);
  expect(texts.read(text('a'), 'b.yaml')).not.toBe(first);
  expect(texts.read(text('a'), 'a.yaml', 'other').diagnostics).toEqual([
    expect.objectContaining({ message: "The text says 'a', the address 'other': make them equal." }),
    ...first.diagnostics,
  ]);
});

test('of many texts, those that were used last stay', () => {
  const texts = new ParsedTexts(toCatalogue(new Map()));
  const [kept, lost] = [texts.read(text('kept'), 'x.yaml'), texts.read(text('lost'), 'x.yaml')];
  for (let n = 0; n < 63; n++) {
    texts.read(text(`n${n}`), 'x.yaml');
    texts.read(text('kept'), 'x.yaml');
  }
  expect(texts.read(text('kept'), 'x.yaml')).toBe(kept);
  expect(texts.read(text('lost'), 'x.yaml')).not.toBe(lost);
});
