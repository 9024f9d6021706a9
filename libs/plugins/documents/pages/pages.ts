import { imageFromPixels, type DocumentFile, type Image } from '@percept/sdk';
import { angleOf, type Line, type Page } from '../layout/geometry';
import { inReadingOrder } from '../layout/order';
import { PdfFile, type PdfPage } from '../pdf/pdf-file';
import type { Ocr } from './ocr';
import { readUpright } from './upright';

export const OCR_MODES = ['auto', 'always', 'never'] as const;
export type OcrMode = (typeof OCR_MODES)[number];

/** A page, and what it looks like. */
export interface SeenPage extends Page {
  source: 'text_layer' | 'ocr' | 'none';
  /** The page as a picture. A page of a PDF is drawn when it is asked for, and once. */
  picture: () => Promise<{ image: Image; perPixel: number }>;
  /** The page is not drawn afterwards. */
  close: () => void;
}

/** An opened document of which each page is read by itself: nothing of one is kept for the next. */
export interface OpenedPages {
  count: number;
  /** @param number from 1. */
  read(number: number): Promise<SeenPage>;
}

interface Reading {
  mode: OcrMode;
  ocr: () => Promise<Ocr>;
}

const POINTS = 72;
/** Dots per inch at which a page is drawn to be read. Print of 6 points is then 17 pixels high. */
const DPI = 200;
/** Pixels of the longer side of a drawn page, however large it is. */
const MAX_SIDE = 4096;
/** A text layer with more characters that say nothing is read from the picture instead. */
const MAX_GARBAGE = 0.25;
/** A page that is mostly a picture, with fewer characters than this beside it, is a scan with a stamp of a program. */
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
  return { number, ...size, unit: 'pixel', angle: angleOf(lines), lines, source, picture, close: () => {} };
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
      const lines = inReadingOrder((layer?.lines ?? []).map(inInches));
      return { ...size, angle: angleOf(lines), lines, source: lines.length > 0 ? 'text_layer' : 'none', picture, close };
    }
    const { image, perPixel } = await picture();
    const lines = await readUpright(image, perPixel, await ocr());
    return { ...size, angle: angleOf(lines), lines, source: 'ocr', picture, close };
  } catch (error) {
    close();
    throw error;
  }
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

const inInches = (line: Line): Line => {
  const scaled = <T extends Pick<Line, 'polygon'>>(piece: T): T => ({
    ...piece,
    polygon: piece.polygon.map(({ x, y }) => ({ x: x / POINTS, y: y / POINTS })),
  });
  return { ...scaled(line), words: line.words.map(scaled) };
};
