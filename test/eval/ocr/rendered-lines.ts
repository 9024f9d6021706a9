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
const [SIZE, MARGIN, WIDTH] = [36, 24, 1400];

interface RenderedLine {
  language: string;
  text: string;
  image: Buffer;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A line of black text on white; degraded: small, blurred, of little contrast, with the noise of a strong JPEG compression. */
async function render(text: string, font: Fonts[number], degraded: boolean): Promise<Buffer> {
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
  const page = await drawn
    .flatten({ background: '#ffffff' })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#ffffff' })
    .png()
    .toBuffer();
  if (!degraded) return page;
  const { width } = await sharp(page).metadata();
  const small = await sharp(page)
    .resize(Math.round(width / 2.2))
    .blur(0.6)
    .linear(0.7, 40)
    .jpeg({ quality: 45 })
    .toBuffer();
  return small;
}

/** Every sentence, in a font that goes with its place in the list. */
async function renderLines(sentences: typeof SENTENCES, fonts: Fonts, degraded: boolean): Promise<RenderedLine[]> {
  const lines = Object.entries(sentences).flatMap(([language, texts]) =>
    texts.map((text, index) => ({ language, text, font: fonts[index % fonts.length]! })),
  );
  return Promise.all(
    lines.map(async ({ language, text, font }) => ({ language, text, image: await render(text, font, degraded) })),
  );
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

/** `line_cer_<language>` of clean lines, the same of degraded ones, and the share of letters beyond ASCII that are right, of the default model. */
export async function renderedLineFigures(host: EvalHost): Promise<Report['figures']> {
  const figures: Report['figures'] = {};
  for (const [suffix, degraded] of [
    ['', false],
    ['_degraded', true],
  ] as const) {
    const latin = await readRendered(host, await renderLines(SENTENCES, FONTS, degraded), suffix);
    const [low, high] = wilson(latin.right, latin.letters);
    Object.assign(figures, latin.figures, {
      special_letters: latin.letters,
      [`special_letters_right${suffix}`]: latin.right / latin.letters,
      [`special_letters_right${suffix}_low`]: low,
      [`special_letters_right${suffix}_high`]: high,
    });
    if (missingChineseFonts().length > 0) continue;
    const chinese = await readRendered(host, await renderLines(CHINESE_SENTENCES, CHINESE_FONTS, degraded), suffix);
    const [lowest, highest] = wilson(chinese.right, chinese.letters);
    Object.assign(figures, chinese.figures, {
      chinese_characters: chinese.letters,
      [`chinese_characters_right${suffix}`]: chinese.right / chinese.letters,
      [`chinese_characters_right${suffix}_low`]: lowest,
      [`chinese_characters_right${suffix}_high`]: highest,
    });
  }
  return figures;
}

/** `line_cer_<language><suffix>`, and how many letters beyond ASCII there are and were read. */
async function readRendered(host: EvalHost, lines: readonly RenderedLine[], suffix: string) {
  const all = { letters: 0, right: 0, figures: {} as Report['figures'] };
  const errors = new Map<string, { wrong: number; there: number }>();
  for (const { language, text, image } of lines) {
    const output = await host.call('vision.analyze', {
      image: `data:image/${suffix ? 'jpeg' : 'png'};base64,${image.toString('base64')}`,
      features: ['text'],
    });
    const read = plain((output as { text: { text: string }[] }).text.map((line) => line.text).join(' '));
    const sum = errors.get(language) ?? { wrong: 0, there: 0 };
    errors.set(language, { wrong: sum.wrong + distance(plain(text), read), there: sum.there + plain(text).length });
    const { letters, right } = lettersRead(plain(text), read);
    all.letters += letters;
    all.right += right;
  }
  for (const [language, { wrong, there }] of errors) all.figures[`line_cer_${language}${suffix}`] = wrong / there;
  return all;
}
