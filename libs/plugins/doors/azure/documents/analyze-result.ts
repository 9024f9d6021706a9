import type { DocumentPage, DocumentWord, ReadOutput } from '../../../documents/read/read-output';
import { indexIn } from '../string-index';
import type { ResultParts } from './result-id';

interface Span {
  offset: number;
  length: number;
}
interface Corner {
  x: number;
  y: number;
}
/** What the caller wants in the answer. */
interface Wish extends Pick<ResultParts, 'format' | 'index' | 'keyValues'> {
  modelId: string;
  apiVersion: string;
  /** Whether the model returns tables. */
  tables: boolean;
}

export const flat = (polygon: readonly Corner[]): number[] => polygon.flatMap(({ x, y }) => [x, y]);

/** The `AnalyzeResult` of a document that was read, without `documents`. */
export function toAnalyzeResult({ content, pages, warnings }: ReadOutput, wish: Wish): Record<string, unknown> {
  const index = indexIn(content, wish.index);
  const span = ({ offset, length }: Span): Span => ({ offset: index(offset), length: index(offset + length) - index(offset) });
  const told = pages.map((page) => new ToldPage(page, content, span));
  const { apiVersion, modelId, index: stringIndexType, format: contentFormat } = wish;
  return {
    ...{ apiVersion, modelId, stringIndexType, contentFormat, content },
    pages: told.map((page) => page.page()),
    paragraphs: told.flatMap((page) => page.paragraphs()),
    ...(wish.tables && { tables: told.flatMap((page) => page.tables()) }),
    ...(wish.keyValues && { keyValuePairs: told.flatMap((page) => page.keyValues()) }),
    styles: [],
    ...(warnings && { warnings: warnings.map((message) => ({ code: 'Note', message })) }),
  };
}

const ROLES = { title: 'title', heading: 'sectionHeading' } as const;

class ToldPage {
  constructor(
    private readonly read: DocumentPage,
    private readonly content: string,
    private readonly span: (span: Span) => Span,
  ) {}

  page(): object {
    const { number: pageNumber, width, height, unit, angle, lines, barcodes } = this.read;
    return {
      ...{ pageNumber, angle, width, height, unit, spans: this.around(lines.map((line) => line.span)) },
      words: lines.flatMap((line) => this.words(line.words ?? [], line.span)),
      lines: lines.map(({ text, polygon, span }) => ({ content: text, polygon: flat(polygon), spans: [this.span(span)] })),
      ...(barcodes && {
        barcodes: barcodes.map(({ format, text, polygon }) => ({
          ...{ kind: format, value: text, polygon: flat(polygon), confidence: 1, span: { offset: 0, length: 0 } },
        })),
      }),
    };
  }

  paragraphs(): object[] {
    return this.read.paragraphs.map(({ text, role, polygon, lines }) => ({
      ...(role && { role: ROLES[role] }),
      ...{ content: text, boundingRegions: this.regions(polygon), spans: this.around(lines.map((at) => this.lineSpan(at))) },
    }));
  }

  tables(): object[] {
    return this.read.tables.map(({ row_count: rowCount, column_count: columnCount, cells, polygon }) => ({
      ...{ rowCount, columnCount },
      cells: cells.map((cell) => ({
        ...{ rowIndex: cell.row, columnIndex: cell.column, content: cell.text },
        ...(cell.column_span > 1 && { columnSpan: cell.column_span }),
        ...{ boundingRegions: this.regions(cell.polygon), spans: [this.span(cell.span)] },
      })),
      ...{ boundingRegions: this.regions(polygon), spans: this.around(cells.map((cell) => cell.span)) },
    }));
  }

  keyValues(): object[] {
    const { lines, key_values } = this.read;
    const element = (content: string, places: readonly number[]): object => ({
      ...{ content, spans: places.map((at) => this.span(this.lineSpan(at))) },
      boundingRegions: places.flatMap((at) => this.regions(lines[at]!.polygon)),
    });
    return key_values.map(({ key, value, key_line, value_lines }) => ({
      ...{ key: element(key, [key_line]), value: element(value, value_lines) },
      confidence: Math.min(...[key_line, ...value_lines].map((at) => lines[at]!.confidence)),
    }));
  }

  /** The spans of a line's words, in their order. A word that Markdown writes differently gets the span of the line. */
  private words(words: readonly DocumentWord[], line: Span): object[] {
    let at = line.offset;
    const end = line.offset + line.length;
    return words.map(({ text, polygon, confidence }) => {
      const found = this.content.indexOf(text, at);
      const isThere = found >= 0 && found + text.length <= end;
      if (isThere) at = found + text.length;
      const span = this.span(isThere ? { offset: found, length: text.length } : line);
      return { content: text, polygon: flat(polygon), confidence, span };
    });
  }

  private lineSpan(at: number): Span {
    return this.read.lines[at]!.span;
  }

  private regions(polygon: readonly Corner[]): object[] {
    return [{ pageNumber: this.read.number, polygon: flat(polygon) }];
  }

  /** One span from the first to the last given span; empty for an empty list. */
  private around(spans: readonly Span[]): Span[] {
    if (spans.length === 0) return [];
    const offset = spans.reduce((least, span) => Math.min(least, span.offset), Infinity);
    const end = spans.reduce((most, span) => Math.max(most, span.offset + span.length), 0);
    return [this.span({ offset, length: end - offset })];
  }
}
