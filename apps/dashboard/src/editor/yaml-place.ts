/** The scalars of one mapping, such as the `uses` of a step. */
export type Scalars = Record<string, string>;

/** The cursor's place in a YAML text. It comes from the indentation alone, so that it works in a text that does not parse yet. */
export interface YamlCursor {
  /** The keys from the root to the mapping at the cursor. `[]` is a list entry. `beside` has that level's scalars. */
  path: { key: string; beside: Scalars }[];
  /** The scalars of the root. */
  root: Scalars;
  /** The key before the cursor, if the cursor is in its value. */
  key?: string;
  typed: string;
}

interface Line {
  /** Column of the key, after the dashes of list entries. */
  indent: number;
  dashes: number[];
  key?: string;
  value?: string;
}

const LINE = /^((?:\s*-\s+)*\s*)(?:"([^"]+)"|([\w.$-]+))?(?:\s*:(?:\s+(.*))?$)?/;

function readLine(text: string): Line | undefined {
  if (/^\s*(#|$)/.test(text)) return undefined;
  const [, lead = '', quoted, plain, value] = LINE.exec(text)!;
  const isKey = /:(\s|$)/.test(text);
  return {
    indent: lead.length,
    dashes: [...lead.matchAll(/-/g)].map(({ index }) => index),
    key: isKey ? (quoted ?? plain) : undefined,
    value: value?.trim(),
  };
}

/** The scalars of the mapping whose keys start at this column, around this line. */
function scalarsAt(lines: readonly string[], at: number, column: number): Scalars {
  const found: Scalars = {};
  const take = ({ indent, key, value }: Line) => {
    if (indent === column && key && value) found[key] = value.replace(/^(['"])(.*)\1$/, '$2');
  };
  for (let number = at; number >= 0; number--) {
    const line = readLine(lines[number] ?? '');
    if (!line) continue;
    if (line.indent < column) break;
    take(line);
    if (line.indent === column && line.dashes.length > 0) break;
  }
  for (let number = at + 1; number < lines.length; number++) {
    const line = readLine(lines[number] ?? '');
    if (!line) continue;
    if (line.indent < column || (line.indent === column && line.dashes.length > 0)) break;
    take(line);
  }
  return found;
}

function pathTo(lines: readonly string[], at: number, lead: string): YamlCursor['path'] {
  const path: YamlCursor['path'] = [];
  let [line, column, inList] = [at, lead.length, false];
  const enter = (dashes: readonly number[]) => {
    for (const dash of [...dashes].reverse()) {
      path.unshift({ key: '[]', beside: inList ? {} : scalarsAt(lines, line, column) });
      [column, inList] = [dash, true];
    }
  };
  enter([...lead.matchAll(/-/g)].map(({ index }) => index));
  for (let number = at - 1; number >= 0 && (column > 0 || inList); number--) {
    const above = readLine(lines[number] ?? '');
    if (!above) continue;
    const isParent = above.indent < column || (inList && above.indent === column && above.dashes.length === 0);
    if (!inList && above.indent === column && above.dashes.length > 0) {
      enter(above.dashes);
    } else if (isParent && above.key !== undefined) {
      path.unshift({ key: above.key, beside: inList ? {} : scalarsAt(lines, line, column) });
      [line, column, inList] = [number, above.indent, false];
      enter(above.dashes);
    }
  }
  return path;
}

/** @param at the cursor's line @param column its column; both count from 0. */
export function placeAt(text: string, at: number, column: number): YamlCursor {
  const lines = text.split('\n');
  const before = (lines[at] ?? '').slice(0, column);
  const value = /^((?:\s*-\s+)*\s*)([\w.$-]+):\s+(\S*)$/.exec(before);
  const lead = value?.[1] ?? /^(?:\s*-\s+)*\s*/.exec(before)![0];
  return {
    path: pathTo(lines, at, lead),
    root: scalarsAt(lines, at, 0),
    key: value?.[2],
    typed: value?.[3] ?? before.slice(lead.length),
  };
}
