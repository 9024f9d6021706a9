import type { PageLine } from './geometry';
import type { LineRow } from './rows';

/** A label and the value beside it. */
export interface KeyValue {
  key: string;
  value: string;
  /** Index in the page's `lines`; the same as the value's if both are on one line. */
  keyLine: number;
  valueLines: number[];
}

const MAX_LABEL = 40;
/** `Total: 12.50`; not `12:30`, not `https://…`. */
const INSIDE = /^(?<key>[^:：]*\p{L}[^:：]*?)\s*[:：]\s*(?!\/\/)(?<value>\S.*)$/u;
const LABEL = /^(?<key>[^:：]*\p{L}[^:：]*?)\s*[:：]$/u;

/** Labels that end with a colon, and what follows them on their row. */
export function findKeyValues(lines: readonly PageLine[], rows: readonly LineRow[]): KeyValue[] {
  return rows.flatMap((row) => {
    const found: KeyValue[] = [];
    for (let at = 0; at < row.lines.length; at++) {
      const line = row.lines[at]!;
      const { text } = lines[line]!;
      const inside = INSIDE.exec(text)?.groups;
      if (inside && inside['key']!.length <= MAX_LABEL) {
        found.push({ key: inside['key']!, value: inside['value']!, keyLine: line, valueLines: [line] });
        continue;
      }
      const key = LABEL.exec(text)?.groups?.['key'];
      const next = row.lines[at + 1];
      if (key === undefined || key.length > MAX_LABEL || next === undefined || LABEL.test(lines[next]!.text)) continue;
      found.push({ key, value: lines[next]!.text, keyLine: line, valueLines: [next] });
      at++;
    }
    return found;
  });
}
