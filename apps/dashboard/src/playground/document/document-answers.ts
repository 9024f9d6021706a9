import { InputError } from '../../api/input-error';
import type { Mark } from '../picture/draw';

interface Point {
  x: number;
  y: number;
}
interface Placed {
  polygon: Point[];
}

/** The parts of a `document.read` page that are drawn. */
export interface DrawnPage {
  number: number;
  width: number;
  lines: (Placed & { text: string })[];
  rows: Placed[];
  tables: (Placed & { cells: Placed[] })[];
}

export interface ReadAnswer {
  content: string;
  pages: DrawnPage[];
  page_count: number;
  processing_time_ms: number;
}

export interface FoundField extends Placed {
  value: string | number | null;
  text?: string;
  confidence?: number;
  review?: boolean;
  page?: number;
}

export interface FieldsAnswer {
  type: string;
  fields: Record<string, FoundField | null>;
  items: { text: FoundField; quantity: FoundField | null; amount: FoundField }[];
  corrections?: { path: string; was: unknown }[];
  processing_time_ms: number;
}

export const PAGE_LAYERS = ['fields', 'lines', 'rows', 'tables'] as const;
export type PageLayer = (typeof PAGE_LAYERS)[number];

/** Colours that stand out on paper and carry white labels. */
const COLOURS: Record<PageLayer, string> = { fields: '#7c2d92', lines: '#047857', rows: '#1c4ed8', tables: '#b91c1c' };

/** A value of the answer that has a place on a page. */
export interface NamedPlace {
  name: string;
  field: FoundField;
}

/** The found fields and items of a document, with their places in the answer. */
export function listFieldPlaces({ fields, items }: FieldsAnswer): NamedPlace[] {
  const found = Object.entries(fields).flatMap(([name, field]) => (field ? [{ name, field }] : []));
  return [...found, ...items.map(({ amount }, index) => ({ name: `items[${index}]`, field: amount }))];
}

/** The marks on a page, in the page's unit. `places` come first, in their order, so that an index into them also finds the mark. */
export function pageMarks(
  page: DrawnPage | undefined,
  places: readonly NamedPlace[],
  { shown, number }: { shown: readonly PageLayer[]; number: number },
): { marks: Mark[]; indexOf: (name: string) => number | undefined } {
  const here = shown.includes('fields') ? places.filter(({ field }) => field.page === number && field.polygon) : [];
  const of: Record<PageLayer, () => Mark[]> = {
    fields: () => here.map(({ name, field }) => mark(field, 'fields', name.startsWith('items[') ? '' : name)),
    lines: () => (page?.lines ?? []).map((line) => mark(line, 'lines')),
    rows: () => (page?.rows ?? []).map((row) => mark(row, 'rows')),
    tables: () =>
      (page?.tables ?? []).flatMap((table) => [
        mark(table, 'tables', 'table'),
        ...table.cells.map((cell) => mark(cell, 'tables')),
      ]),
  };
  const names = here.map(({ name }) => name);
  const marks = PAGE_LAYERS.filter((layer) => shown.includes(layer)).flatMap((layer) => of[layer]());
  return { marks, indexOf: (name) => (names.includes(name) ? names.indexOf(name) : undefined) };
}

function mark({ polygon }: Placed, layer: PageLayer, label = ''): Mark {
  const [xs, ys] = [polygon.map(({ x }) => x), polygon.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }, label, colour: COLOURS[layer] };
}

/** Converts a typed value to the type of the recognised one; null for nothing. @throws InputError */
export function typedValue(text: string, before: FoundField['value'] | undefined, name: string): string | number | null {
  if (text.trim() === '') return null;
  const isNumber = typeof before === 'number' || AMOUNTS.includes(name);
  if (!isNumber) return text.trim();
  const value = Number(text);
  if (Number.isNaN(value)) throw new InputError(`'${text}' is not a number: write it as 1234.50.`);
  return value;
}

/** Fields with numeric values, found or not. */
const AMOUNTS = ['total', 'subtotal', 'tax', 'tip'];
