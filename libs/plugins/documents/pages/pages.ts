import { imageFromPixels, type DocumentFile, type Image } from '@percept/sdk';
import { measureAngle, type PageLine, type ReadingPage } from '../layout/geometry';
import { findTableGrids } from '../layout/grids';
import { cutAtGutters } from '../layout/gutters';
import { cutAtGrids } from '../layout/ruled-tables';
import { rulesIn, type Rule } from '../layout/rules';
import { PdfFile, type PdfPage } from '../pdf/pdf-file';
import type { Ocr } from './ocr';
import { readUpright } from './upright';
import { inReadingOrder as ordered } from '../../vision/models/text/layout/reading-order';
import { regionWith } from '../../vision/models/text/rectangle';

export const OCR_MODES = ['auto', 'always', 'never'] as const;
export type OcrMode = (typeof OCR_MODES)[number];

/** A page and its picture. */
export interface SeenPage extends ReadingPage {
  source: 'text_layer' | 'ocr' | 'none';
  /** The page as a picture. A PDF page is drawn once, on first use. */
  picture: () => Promise<{ image: Image; perPixel: number }>;
  /** Closes the page. It cannot be drawn afterwards. */
  close: () => void;
}

/** An opened document. Each page is read by itself: nothing of one page is kept for the next. */
export interface OpenedPages {
  count: number;
  /** @param number the page number, from 1. */
  read(number: number): Promise<SeenPage>;
}

interface Reading {
  mode: OcrMode;
  ocr: () => Promise<Ocr>;
}

const POINTS = 72;
/** Resolution in dots per inch at which a page is drawn for OCR. Print of 6 points is then 17 pixels high. */
const DPI = 200;
/** Resolution in dots per inch, and longer side in pixels, of the picture in which drawn lines are searched for. */
const RULES_DPI = 120;
const RULES_SIDE = 1600;
/** Degrees. */
const MAX_TILT = 0.6;
/** Longer side of a drawn page in pixels, at most. */
const MAX_SIDE = 4096;
/** If more than this share of a text layer's characters is garbage, the picture is read instead. */
const MAX_GARBAGE = 0.25;
/** A page that is mostly a picture, with fewer characters than this beside it, is a scan stamped by a program. */
const SCAN = { share: 0.5, characters: 80 };

/** @throws PerceptError UNSUPPORTED_MEDIA; INVALID_REQUEST for `password`. */
export async function openPages(document: DocumentFile, password: string | undefined, reading: Reading): Promise<OpenedPages> {
  if (document.format === 'pdf') {
    const pdf = await PdfFile.open(document, password);
    return { count: pdf.pageCount, read: (number) => readPdfPage(pdf.openPage(number - 1), number, reading) };
  }
  return { count: await document.pictureCount(), read: (number) => readPicturePage(document, number, reading) };
}

async function readPicturePage(document: DocumentFile, number: number, { mode, ocr }: Reading): Promise<SeenPage> {
  const { size, image } = await document.picture(number - 1);
  const perPixel = size.width / image.properties.width;
  const lines = mode === 'never' ? [] : await readUpright(image, perPixel, await ocr());
  const source = mode === 'never' ? 'none' : 'ocr';
  const picture = async () => ({ image, perPixel });
  const seen = await withGrids({ lines, perPixel, image });
  return { number, ...size, unit: 'pixel', ...seen, source, picture, close: () => {} };
}

async function readPdfPage(page: PdfPage, number: number, { mode, ocr }: Reading): Promise<SeenPage> {
  const close = () => page.close();
  try {
    const { width, height } = page;
    const size = { number, width: width / POINTS, height: height / POINTS, unit: 'inch' as const };
    const picture = drawnOnce(page);
    const layer = mode === 'always' ? undefined : page.textLayer();
    const isSound = layer !== undefined && layer.characters > 0 && layer.garbage <= MAX_GARBAGE;
    const isScan = () => layer!.characters < SCAN.characters && page.pictureShare() >= SCAN.share;
    if (mode === 'never' || (isSound && !isScan())) {
      const lines = layOutUpright((layer?.lines ?? []).map(inInches), (upright) => cutAtGutters(inReadingOrder(upright)));
      const source = lines.length > 0 ? 'text_layer' : 'none';
      const drawn = lines.length > 0 && page.hasPaths() ? coarse(page) : undefined;
      return { ...size, ...(await withGrids({ lines, ...drawn })), source, picture, close };
    }
    const { image, perPixel } = await picture();
    const lines = await readUpright(image, perPixel, await ocr());
    return { ...size, ...(await withGrids({ lines, image, perPixel })), source: 'ocr', picture, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A small picture of a page, in which drawn lines are searched for. */
function coarse(page: PdfPage): { image: Image; perPixel: number } {
  const scale = Math.min(RULES_DPI / POINTS, MAX_SIDE / Math.max(page.width, page.height));
  return { image: imageFromPixels(page.render(scale)), perPixel: 1 / (scale * POINTS) };
}

/** The lines of a page, cut at the grids drawn around them. On a tilted page no grids would be found. */
async function withGrids({ lines, image, perPixel = 1 }: { lines: PageLine[]; image?: Image; perPixel?: number }) {
  const angle = measureAngle(lines);
  if (!image || lines.length === 0 || Math.abs(angle) > MAX_TILT) return { lines, angle, grids: [] };
  const { width, height } = image.properties;
  const scale = Math.min(1, RULES_SIDE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const unit = (perPixel * width) / size.width;
  const inUnits = (rule: Rule): Rule => ({
    left: rule.left * unit,
    right: rule.right * unit,
    top: rule.top * unit,
    bottom: rule.bottom * unit,
  });
  const { level, upright } = rulesIn(await image.rgb(size), size);
  const grids = findTableGrids(
    { level: level.map(inUnits), upright: upright.map(inUnits) },
    { width: size.width * unit, height: size.height * unit },
  );
  // If drawn lines are level, so is the text.
  return grids.length > 0 ? { lines: cutAtGrids(lines, grids), angle: 0, grids } : { lines, angle, grids };
}

function drawnOnce(page: PdfPage): SeenPage['picture'] {
  let drawn: { image: Image; perPixel: number } | undefined;
  return async () => {
    if (drawn) return drawn;
    const scale = Math.min(DPI / POINTS, MAX_SIDE / Math.max(page.width, page.height));
    drawn = { image: imageFromPixels(page.render(scale)), perPixel: 1 / (scale * POINTS) };
    return drawn;
  };
}

const inInches = (line: PageLine): PageLine => {
  const scaled = <T extends Pick<PageLine, 'polygon'>>(piece: T): T => ({
    ...piece,
    polygon: piece.polygon.map(({ x, y }) => ({ x: x / POINTS, y: y / POINTS })),
  });
  return { ...scaled(line), words: line.words.map(scaled) };
};

/** Works on lines that are turned upright by quarters, and turns the result back. */
function layOutUpright(lines: readonly PageLine[], work: (upright: PageLine[]) => PageLine[]): PageLine[] {
  const quarters = Math.round(measureAngle(lines) / 90);
  const turned = (line: PageLine, by: number): PageLine => {
    const turn = <T extends Pick<PageLine, 'polygon'>>(piece: T): T => ({
      ...piece,
      polygon: piece.polygon.map(({ x, y }) => turnQuarters(x, y, by)),
    });
    return { ...turn(line), words: line.words.map(turn) };
  };
  return work(lines.map((line) => turned(line, -quarters))).map((line) => turned(line, quarters));
}

/** Turns a point clockwise around the upper left corner. */
function turnQuarters(x: number, y: number, quarters: number): { x: number; y: number } {
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][quarters & 3] as [number, number];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The lines in reading order: a PDF may hold them in any order. */
function inReadingOrder(lines: readonly PageLine[]): PageLine[] {
  return ordered(lines.map((line) => ({ line, region: regionWith(line.polygon) }))).map(({ line }) => line);
}
