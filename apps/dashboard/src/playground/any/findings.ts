import type { Box } from '../answers';

/** Something in the picture, as any capability may answer it. */
export interface Found {
  box: Box;
  label: string;
  /** The name of the list that it is of. */
  group: string;
}

export type Row = Record<string, unknown>;

/** Where capabilities say what something is; a plugin may say it in any text. */
const NAMES = ['name', 'label', 'object', 'text'];

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBox = (value: unknown): value is Box =>
  isObject(value) && ['x', 'y', 'width', 'height'].every((side) => typeof value[side] === 'number');

/** The lists of objects in an answer, by the path that leads to them. */
export function listsOf(answer: Row, path = ''): [name: string, rows: Row[]][] {
  return Object.entries(answer).flatMap(([name, value]): [string, Row[]][] => {
    const at = path ? `${path}.${name}` : name;
    if (isObject(value)) return listsOf(value, at);
    return Array.isArray(value) && value.length > 0 && value.every(isObject) ? [[at, value]] : [];
  });
}

/** Everything with a bounding box, named by its label, name or text. */
export function foundIn(answer: Row): Found[] {
  return listsOf(answer).flatMap(([group, rows]) =>
    rows.flatMap((row) => {
      const box = row['bounding_box'];
      return isBox(box) ? [{ box, group, label: labelOf(row) }] : [];
    }),
  );
}

function labelOf(row: Row): string {
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  const name = NAMES.map((each) => row[each]).find((value) => typeof value === 'string') ?? texts[0];
  const confidence = row['confidence'];
  return [name, typeof confidence === 'number' && `${Math.round(confidence * 100)} %`].filter(Boolean).join(' ');
}

/** A value for a cell of a table. */
export function cellOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Math.round(value * 10_000) / 10_000);
  if (isBox(value)) return `${value.x}, ${value.y}, ${value.width} × ${value.height}`;
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
