import type { AnsweredBox } from '../answers';
import { COLOURS } from '../../parts/colours';
import type { Mark } from '../picture/draw';

/** An object in the picture, from the answer of any capability. */
interface AnswerObject {
  box: AnsweredBox;
  label: string;
  /** Its name, without the confidence. */
  name: string;
  confidence?: number;
  /** The name of the list that contains it. */
  group: string;
}

export type AnswerRow = Record<string, unknown>;

/** Fields in which capabilities name an object. A plugin may use any text field. */
const KINDS = ['name', 'label', 'object'];
const NAMES = [...KINDS, 'text'];

const isObject = (value: unknown): value is AnswerRow => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBox = (value: unknown): value is AnsweredBox =>
  isObject(value) && ['x', 'y', 'width', 'height'].every((side) => typeof value[side] === 'number');

/** The lists of objects in an answer, with their paths. */
export function findLists(answer: AnswerRow, path = ''): [name: string, rows: AnswerRow[]][] {
  return Object.entries(answer).flatMap(([name, value]): [string, AnswerRow[]][] => {
    const at = path ? `${path}.${name}` : name;
    if (isObject(value)) return findLists(value, at);
    return Array.isArray(value) && value.length > 0 && value.every(isObject) ? [[at, value]] : [];
  });
}

/** All objects with a bounding box, named by their label, name or text. */
export function foundIn(answer: AnswerRow): AnswerObject[] {
  return findLists(answer).flatMap(([group, rows]) =>
    rows.flatMap((row) => {
      const box = row['bounding_box'];
      if (!isBox(box)) return [];
      const { confidence } = row;
      const sure = typeof confidence === 'number' ? { confidence } : {};
      return [{ box, group, name: kindIn(row, group), label: labelIn(row, group), ...sure }];
    }),
  );
}

/** The highest confidence for each name in the lists of an answer. */
export function namedIn(answer: AnswerRow): Map<string, number> {
  const named = new Map<string, number>();
  for (const [group, rows] of findLists(answer))
    for (const row of rows) {
      const { confidence } = row;
      if (typeof confidence !== 'number') continue;
      const kind = kindIn(row, group);
      named.set(kind, Math.max(confidence, named.get(kind) ?? 0));
    }
  return named;
}

/** The kind of a row: its name, such as `dog`. If all names differ, it is the name of its list, such as `face` or `text`. */
function kindIn(row: AnswerRow, group: string): string {
  const name = KINDS.map((each) => row[each]).find((value) => typeof value === 'string');
  return name ?? group.split('.').at(-1)!.replace(/s$/, '');
}

/** Boxes to draw. Boxes with the same value of `by` share a colour. */
export function toMarks(found: readonly AnswerObject[], by: 'group' | 'name'): Mark[] {
  const kinds = [...new Set(found.map((each) => each[by]))];
  return found.map((each) => ({ ...each, colour: COLOURS[kinds.indexOf(each[by]) % COLOURS.length]! }));
}

/** Names of the parameter that sets the lowest reported confidence. */
const THRESHOLDS = ['confidence_threshold', 'min_confidence'];

interface Asked {
  answer: AnswerRow;
  values: AnswerRow;
  capability: { input: { properties?: Record<string, { default?: unknown }> } };
}

/** Explains an answer that is empty because no result was confident enough: `Nothing reached 0.5; nearest: orange 19 %.` */
export function nothingReached({ answer: { nearest }, values, capability }: Asked): string | undefined {
  if (!Array.isArray(nearest)) return undefined;
  const least = THRESHOLDS.flatMap((name) => [values[name], capability.input.properties?.[name]?.default]).find(
    (value) => value !== undefined && value !== '',
  );
  const reached = least === undefined ? 'Nothing was sure enough' : `Nothing reached ${formatCell(least)}`;
  const names = nearest.filter(isObject).map((row) => labelIn(row, 'nearest'));
  return names.length > 0 ? `${reached}; nearest: ${names.join(', ')}.` : `${reached}, and nothing came near.`;
}

/** Names a row with its confidence, such as `cup 93 %`. */
export function labelIn(row: AnswerRow, group: string): string {
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  const name = NAMES.map((each) => row[each]).find((value) => typeof value === 'string') ?? texts[0] ?? kindIn(row, group);
  const confidence = row['confidence'];
  return [name, typeof confidence === 'number' && `${Math.round(confidence * 100)} %`].filter(Boolean).join(' ');
}

/** Formats a value for a table cell. */
export function formatCell(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Math.round(value * 10_000) / 10_000);
  if (isBox(value)) return `${value.x}, ${value.y}, ${value.width} × ${value.height}`;
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
