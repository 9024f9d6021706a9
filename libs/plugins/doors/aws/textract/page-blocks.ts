import { awsPercent, toBox, type RekognitionSize } from '../rekognition/rekognition-answers';
import type { PlacedAnswer, ReadCell, ReadKeyValue, AnsweredLine, AnsweredPage, ReadTable, AnsweredWord } from './read-document';

const WHOLE = {
  BoundingBox: { Left: 0, Top: 0, Width: 1, Height: 1 },
  Polygon: [
    { X: 0, Y: 0 },
    { X: 1, Y: 0 },
    { X: 1, Y: 1 },
    { X: 0, Y: 1 },
  ],
};

type Block = Record<string, unknown> & { Id: string };

/** The box around a polygon, and its corners, as fractions of the page. */
export function toGeometry({ polygon, bounding_box }: PlacedAnswer, size: RekognitionSize): object {
  const [xs, ys] = [polygon.map(({ x }) => x), polygon.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = bounding_box ?? { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  const Polygon = polygon.map((corner) => ({ X: corner.x / size.width, Y: corner.y / size.height }));
  return { BoundingBox: toBox(box, size), Polygon };
}

const child = (ids: readonly string[]): object => (ids.length > 0 ? { Relationships: [{ Type: 'CHILD', Ids: ids }] } : {});
const wordId = (line: number, word: number): string => `word-${line}-${word}`;

/** The blocks of a page: its text, and on request tables and forms. Ids are unique within the answer. */
export function toPageBlocks(page: AnsweredPage, { tables = false, forms = false } = {}): Block[] {
  const lines = page.lines.flatMap((line, at) => lineBlocks(line, at, page));
  const found = tables ? page.tables.flatMap((table, at) => tableBlocks(table, at, page)) : [];
  const pairs = forms ? page.key_values.flatMap((pair, at) => pairBlocks(pair, at, page)) : [];
  const inner = [...page.lines.map((_, at) => `line-${at}`), ...found.flatMap(({ Id }) => (/^table-\d+$/.test(Id) ? [Id] : []))];
  const first = { BlockType: 'PAGE', Id: 'page', Page: 1, Geometry: WHOLE, ...child([...inner, ...pairs.map(({ Id }) => Id)]) };
  return [first, ...lines, ...pairs, ...found];
}

function lineBlocks(line: AnsweredLine, at: number, page: AnsweredPage): Block[] {
  const textOf = ({ text, confidence, ...place }: AnsweredWord): object => ({
    ...{ Text: text, Page: 1, Confidence: awsPercent(confidence), Geometry: toGeometry(place, page) },
  });
  const words = (line.words ?? []).map((word, index) => ({
    ...{ BlockType: 'WORD', Id: wordId(at, index), TextType: 'PRINTED', ...textOf(word) },
  }));
  return [{ BlockType: 'LINE', Id: `line-${at}`, ...textOf(line), ...child(words.map(({ Id }) => Id)) }, ...words];
}

function tableBlocks({ cells, ...table }: ReadTable, at: number, page: AnsweredPage): Block[] {
  const blocks = cells.map((cell, index) => ({
    ...{ BlockType: 'CELL', Id: `cell-${at}-${index}`, Page: 1, Geometry: toGeometry(cell, page) },
    ...{ RowIndex: cell.row + 1, ColumnIndex: cell.column + 1, RowSpan: cell.row_span, ColumnSpan: cell.column_span },
    ...child(wordsInside(cell, page.lines)),
  }));
  const whole = { BlockType: 'TABLE', Id: `table-${at}`, Page: 1, Geometry: toGeometry(table, page) };
  return [{ ...whole, ...child(blocks.map(({ Id }) => Id)) }, ...blocks];
}

/** The words of the lines that are inside a cell. */
function wordsInside({ span: { offset, length } }: ReadCell, lines: readonly AnsweredLine[]): string[] {
  return lines.flatMap(({ span, words = [] }, line) =>
    span.offset >= offset && span.offset + span.length <= offset + length ? words.map((_, word) => wordId(line, word)) : [],
  );
}

/** The blocks of a label and its value. If both are on one line, the words of the label come first. */
function pairBlocks({ key, key_line, value_lines }: ReadKeyValue, at: number, page: AnsweredPage): Block[] {
  const { words = [] } = page.lines[key_line]!;
  const isShared = value_lines.includes(key_line);
  const count = isShared ? Math.min(words.length, key.trim().split(/\s+/).length) : words.length;
  const labelled = words.slice(0, count).map((word, index) => ({ word, id: wordId(key_line, index) }));
  const valued = value_lines.flatMap((line) =>
    (page.lines[line]!.words ?? []).flatMap((word, index) =>
      line === key_line && index < count ? [] : [{ word, id: wordId(line, index) }],
    ),
  );
  const block = (type: 'KEY' | 'VALUE', parts: typeof valued, line: number): Block => ({
    ...{ BlockType: 'KEY_VALUE_SET', Id: `${type.toLowerCase()}-${at}`, Page: 1, EntityTypes: [type] },
    Confidence: awsPercent(Math.min(...parts.map(({ word }) => word.confidence), page.lines[line]!.confidence)),
    Geometry: toGeometry(
      { polygon: parts.length > 0 ? parts.flatMap(({ word }) => word.polygon) : page.lines[line]!.polygon },
      page,
    ),
  });
  const ids = (parts: typeof valued): string[] => parts.map(({ id }) => id);
  const pointers = [
    { Type: 'VALUE', Ids: [`value-${at}`] },
    { Type: 'CHILD', Ids: ids(labelled) },
  ];
  return [
    { ...block('KEY', labelled, key_line), Relationships: pointers },
    { ...block('VALUE', valued, value_lines[0] ?? key_line), ...child(ids(valued)) },
  ];
}
