import type { Line } from '../layout/geometry';
import type { Paragraph } from '../layout/paragraphs';
import type { Cell, Table } from '../layout/tables';

export const CONTENT_FORMATS = ['text', 'markdown'] as const;
export type ContentFormat = (typeof CONTENT_FORMATS)[number];

/** A part of the content: from which of its UTF-16 code units, and how many. */
export interface Span {
  offset: number;
  length: number;
}

/** The text of a document, and where each piece of it is. */
export class Content {
  private written = '';

  constructor(private readonly format: ContentFormat) {}

  get text(): string {
    return this.written;
  }

  beginPage(): void {
    this.separate('\n\n');
  }

  /** The lines of a paragraph, one under the other; in Markdown they run on. @returns the span of each line by its place. */
  addParagraph({ lines: places, role }: Paragraph, lines: readonly Line[]): Map<number, Span> {
    this.separate('\n\n');
    if (this.format === 'markdown' && role) this.written += role === 'title' ? '# ' : '## ';
    const joint = this.format === 'markdown' && role ? ' ' : '\n';
    return this.addLines(places, lines, joint);
  }

  addTable(table: Table, lines: readonly Line[]): { spans: Map<number, Span>; cells: Map<Cell, Span> } {
    this.separate('\n\n');
    const spans = new Map<number, Span>();
    const cells = new Map<Cell, Span>();
    const isMarkdown = this.format === 'markdown';
    for (let row = 0; row < table.rows; row++) {
      if (row > 0) this.written += '\n';
      if (isMarkdown) this.written += '| ';
      for (let column = 0; column < table.columns; column++) {
        if (column > 0) this.written += isMarkdown ? ' | ' : '\t';
        const cell = table.cells.find((each) => each.row === row && each.column === column);
        if (!cell) continue;
        const offset = this.written.length;
        for (const [line, span] of this.addLines(cell.lines, lines, ' ')) spans.set(line, span);
        cells.set(cell, { offset, length: this.written.length - offset });
      }
      if (!isMarkdown) continue;
      this.written += ' |';
      if (row === 0) this.written += `\n|${' --- |'.repeat(table.columns)}`;
    }
    return { spans, cells };
  }

  private addLines(places: readonly number[], lines: readonly Line[], joint: string): Map<number, Span> {
    const spans = new Map<number, Span>();
    for (const [index, place] of places.entries()) {
      if (index > 0) this.written += joint;
      const text = this.escaped(lines[place]!.text);
      spans.set(place, { offset: this.written.length, length: text.length });
      this.written += text;
    }
    return spans;
  }

  /** What would be Markdown, and is not meant so. */
  private escaped(text: string): string {
    return this.format === 'text'
      ? text
      : text.replace(/[\\`*_|<>[\]]|^(#|[-+](?= )|\d+(?=[.)] ))/g, (sign) => (/\d/.test(sign) ? `${sign}` : `\\${sign}`));
  }

  private separate(by: string): void {
    if (this.written !== '' && !this.written.endsWith(by)) this.written += by;
  }
}
