import { basename, resolve } from 'node:path';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins } from '../plugins';
import { readBarcodeFolder, type CodedImage } from './barcode-folder';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'barcodes');
const QUICK_IMAGES = 5;
/** Images that wait in the host at once. */
const AT_ONCE = 16;

/** An image, and the codes that were read in it. */
export interface ReadImage extends CodedImage {
  codes: { text: string; bytes: string }[];
}

const holdsNone = ({ kind }: CodedImage) => kind.startsWith('falsepositives');
const isStated = ({ text, hex }: CodedImage) => text !== null || hex !== null;
const isRight = ({ text, hex, codes }: ReadImage) =>
  codes.some((code) => code.text === text || Buffer.from(code.bytes, 'base64').toString('hex') === hex);

/** The share of stated codes that were read, and what was read where there is none. */
export function score(images: readonly ReadImage[]): Report {
  const stated = images.filter((image) => !holdsNone(image) && isStated(image));
  const missed = stated.filter((image) => !isRight(image));
  const invented = images.filter(holdsNone).filter(({ codes }) => codes.length > 0);
  const kinds = [...new Set(stated.map(({ kind }) => kind))].sort();
  const of = (kind: string, list: readonly ReadImage[]) => list.filter((image) => image.kind === kind).length;
  return {
    name: 'barcodes',
    ratios: {},
    figures: {
      recall: (stated.length - missed.length) / Math.max(1, stated.length),
      misread: missed.filter(({ codes }) => codes.length > 0).length / Math.max(1, stated.length),
      false_positives: invented.length,
      images: images.length,
    },
    tables: [
      {
        title: 'Codes that were read, by folder',
        head: ['folder', 'images', 'read'],
        rows: kinds.map((kind) => [kind, of(kind, stated), of(kind, stated) - of(kind, missed)]),
      },
      {
        title: 'Not read',
        head: ['folder', 'image', 'expected', 'read'],
        rows: missed.map(({ kind, path, text, hex, codes }) => [
          kind,
          basename(path),
          text ?? hex!,
          codes.map((code) => code.text).join(', '),
        ]),
      },
    ],
  };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const images = readBarcodeFolder(data).slice(0, quick ? QUICK_IMAGES : Infinity);
  say(`Reading ${images.length} images of ${data} …`);
  const host = await openPlugins();
  later(() => host.close());
  const read: ReadImage[] = [];
  for (let at = 0; at < images.length; at += AT_ONCE) {
    const answers = images.slice(at, at + AT_ONCE).map(async (image) => {
      const { barcodes } = await host.call('vision.barcodes', { image: image.path });
      return { ...image, codes: barcodes as ReadImage['codes'] };
    });
    read.push(...(await Promise.all(answers)));
  }
  return { ...score(read), on: data };
}

export const barcodes: Measurement = {
  name: 'barcodes',
  summary: 'Codes that vision.barcodes reads on labelled images, and codes that it invents where there are none.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
