import { distance } from 'fastest-levenshtein';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Report } from '../../bench/runner/report';
import type { EvalHost } from '../plugins';
import { wilson } from '../scoring/wilson';
import { CHINESE_SENTENCES, SENTENCES } from './sentences';

/** Name and file of each font, as Debian's fonts-dejavu-core and fonts-liberation install them. */
const FONTS = [
  ['DejaVu Sans', 'dejavu/DejaVuSans.ttf'],
  ['DejaVu Serif', 'dejavu/DejaVuSerif.ttf'],
  ['Liberation Sans', 'liberation/LiberationSans-Regular.ttf'],
  ['Liberation Serif', 'liberation/LiberationSerif-Regular.ttf'],
  ['Liberation Sans Bold', 'liberation/LiberationSans-Bold.ttf'],
].map(([name, file]) => ({ name: name!, file: join('/usr/share/fonts/truetype', file!) }));
/** The same of fonts-noto-cjk. */
const CHINESE_FONTS = [
  ['Noto Sans CJK SC', 'NotoSansCJK-Regular.ttc'],
  ['Noto Serif CJK SC', 'NotoSerifCJK-Regular.ttc'],
  ['Noto Sans CJK SC Bold', 'NotoSansCJK-Bold.ttc'],
].map(([name, file]) => ({ name: name!, file: join('/usr/share/fonts/opentype/noto', file!) }));
type Fonts = typeof FONTS;
/** Pixels of the font, of the margin, and of the longest line. */
const [SIZE, MARGIN, WIDTH] = [36, 24, 2400];

interface RenderedLine {
  language: string;
  text: string;
  /** A data URL. */
  image: string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Degraded: small, blurred, of little contrast, with the noise of a strong JPEG compression. Cut out: to the last pixel of ink. */
type Kind = 'clean' | 'degraded' | 'cut_out';

/** A line of black text on white. */
async function render(text: string, font: Fonts[number], kind: Kind): Promise<string> {
  const drawn = sharp({
    text: {
      text: `<span size="${SIZE * 1024}">${escaped(text)}</span>`,
      font: font.name,
      fontfile: font.file,
      rgba: true,
      width: WIDTH,
      wrap: 'none',
    },
  });
  const line = await drawn.flatten({ background: '#ffffff' }).png().toBuffer();
  const sides = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#ffffff' };
  const page = await (kind === 'cut_out' ? sharp(line).trim() : sharp(line).extend(sides)).png().toBuffer();
  if (kind !== 'degraded') return `data:image/png;base64,${page.toString('base64')}`;
  const { width } = await sharp(page).metadata();
  const small = await sharp(page)
    .resize(Math.round(width / 2.2))
    .blur(0.6)
    .linear(0.7, 40)
    .jpeg({ quality: 45 })
    .toBuffer();
  return `data:image/jpeg;base64,${small.toString('base64')}`;
}

/** Every sentence, in a font that goes with its place in the list. */
async function renderLines(sentences: typeof SENTENCES, fonts: Fonts, kind: Kind): Promise<RenderedLine[]> {
  const lines = Object.entries(sentences).flatMap(([language, texts]) =>
    texts.map((text, index) => ({ language, text, font: fonts[index % fonts.length]! })),
  );
  return Promise.all(lines.map(async ({ language, text, font }) => ({ language, text, image: await render(text, font, kind) })));
}

/** Letters other than ASCII's that are in the text, and how many of them were read. */
export function lettersRead(text: string, read: string): { letters: number; right: number } {
  const left = [...read];
  const special = [...text].filter((letter) => /\p{L}/u.test(letter) && letter > '\u007f');
  const right = special.filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return { letters: special.length, right };
}

/** What is compared: typographic variants of one sign are one, and a line may be read with other spaces. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[’‘´`]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const missing = (fonts: Fonts): string[] => fonts.map(({ file }) => file).filter((file) => !existsSync(file));

/** Files of fonts that are not installed; without those for Chinese, only Chinese is left out. */
export const missingFonts = (): string[] => missing(FONTS);
export const missingChineseFonts = (): string[] => missing(CHINESE_FONTS);

/**
 * Of the default model and of clean lines, and with `_degraded` of degraded ones: `line_cer_<language>` of our sentences,
 * `post_cer_<language>` of the posts, and the share of letters beyond ASCII and of Chinese characters that are right.
 * `cut_out_cer` is of our sentences without a margin.
 */
export async function renderedLineFigures(host: EvalHost, posts: typeof SENTENCES): Promise<Report['figures']> {
  const sets = [
    { sentences: SENTENCES, fonts: FONTS, lines: 'line_cer', letters: 'special_letters' },
    { sentences: posts, fonts: FONTS, lines: 'post_cer', letters: 'post_letters' },
    { sentences: CHINESE_SENTENCES, fonts: CHINESE_FONTS, lines: 'line_cer', letters: 'chinese_characters' },
  ];
  const figures: Report['figures'] = {};
  for (const kind of ['clean', 'degraded'] as const) {
    const suffix = kind === 'degraded' ? '_degraded' : '';
    for (const { sentences, fonts, lines, letters } of sets) {
      if (missing(fonts).length > 0 || Object.keys(sentences).length === 0) continue;
      const { errors, all, right } = await readRendered(host, await renderLines(sentences, fonts, kind));
      const [low, high] = wilson(right, all);
      for (const [language, { wrong, there }] of errors) figures[`${lines}_${language}${suffix}`] = wrong / there;
      figures[letters] = all;
      figures[`${letters}_right${suffix}`] = right / all;
      figures[`${letters}_right${suffix}_low`] = low;
      figures[`${letters}_right${suffix}_high`] = high;
    }
  }
  const { errors } = await readRendered(host, await renderLines(SENTENCES, FONTS, 'cut_out'));
  const counts = [...errors.values()];
  const sum = (key: 'wrong' | 'there') => counts.reduce((total, count) => total + count[key], 0);
  return { ...figures, cut_out_cer: sum('wrong') / sum('there') };
}

/** The wrong characters of each language, and how many letters beyond ASCII there are and were read. */
async function readRendered(host: EvalHost, lines: readonly RenderedLine[]) {
  const errors = new Map<string, { wrong: number; there: number }>();
  let [all, right] = [0, 0];
  for (const { language, text, image } of lines) {
    const output = await host.call('vision.analyze', { image, features: ['text'] });
    const read = plain((output as { text: { text: string }[] }).text.map((line) => line.text).join(' '));
    const sum = errors.get(language) ?? { wrong: 0, there: 0 };
    errors.set(language, { wrong: sum.wrong + distance(plain(text), read), there: sum.there + plain(text).length });
    const counted = lettersRead(plain(text), read);
    all += counted.letters;
    right += counted.right;
  }
  return { errors, all, right };
}
