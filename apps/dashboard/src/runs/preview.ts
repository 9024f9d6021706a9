type Row = Record<string, unknown>;

type FilePreview = { rows: Row[]; columns: string[]; text?: undefined } | { rows?: undefined; columns?: undefined; text: string };

const MAX_ROWS = 20;
const MAX_COLUMNS = 12;
const MAX_TEXT = 8_000;

/** The rows of JSON lines, a JSON list or CSV, or else the text itself. Omits the last line of a cut text. */
export function previewFile(name: string, text: string, isWhole: boolean, maxRows = MAX_ROWS): FilePreview {
  const rows = rowsOf({ name, text, isWhole, maxRows })?.slice(0, maxRows);
  if (!rows) return { text: text.slice(0, MAX_TEXT) };
  return { rows, columns: [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS) };
}

interface Beginning {
  name: string;
  text: string;
  isWhole: boolean;
  maxRows: number;
}

function rowsOf({ name, text, isWhole, maxRows }: Beginning): Row[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .slice(0, isWhole ? undefined : -1)
    .filter(Boolean);
  try {
    if (name.endsWith('.jsonl')) return lines.slice(0, maxRows).map((line) => JSON.parse(line) as Row);
    if (name.endsWith('.csv')) return csvRows(lines.slice(0, maxRows + 1));
    const value: unknown = name.endsWith('.json') && isWhole ? JSON.parse(text) : undefined;
    return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null) ? (value as Row[]) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined if a quoted cell spans several lines: then the text itself is clearer. */
function csvRows([head = '', ...lines]: string[]): Row[] | undefined {
  const names = cells(head);
  if (!names) return undefined;
  const rows = lines.map((line) => cells(line));
  if (rows.some((row) => row?.length !== names.length)) return undefined;
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row![index]])));
}

const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g;

function cells(line: string): string[] | undefined {
  const found = [...line.matchAll(CELL)];
  if (found.reduce((length, [whole]) => length + whole.length, 0) !== line.length) return undefined;
  return found.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
