import type { PrintedRow } from '../../libs/plugins/documents/fields/printed-row';

/** A document as it is drawn, row by row; two spaces stand between parts of a row, a row that begins with spaces stands to the right, and one that begins with `#` is in large print. */
export function drawnRows(text: string): PrintedRow[] {
  return text.split('\n').map((drawn, at): PrintedRow => {
    const line = drawn.replace(/^#/, '');
    const parts = line.trim().split(/ {2,}/);
    const polygon = [0, 1, 2, 3].map(() => ({ x: 0, y: at }));
    const places = parts.map((part) => ({ left: line.indexOf(part), right: line.indexOf(part) + part.length, polygon }));
    return {
      page: 1,
      unit: 'pixel',
      text: parts.join(' '),
      parts,
      places,
      confidence: 0.98,
      polygon,
      size: drawn.startsWith('#') ? 2 : 1,
    };
  });
}
