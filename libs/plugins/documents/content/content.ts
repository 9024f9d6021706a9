import type { PageLine } from '../layout/geometry';
import type { Paragraph } from '../layout/paragraphs';
import type { TableCell, Table } from '../layout/tables';

export const CONTENT_FORMATS = ['text', 'markdown'] as const;
export type ContentFormat = (typeof CONTENT_FORMATS)[number];

/** A part of the content: the index of its first UTF-16 code unit, and its length. */
export interface ContentSpan {
  offset: number;
  length: number;
}

/** The text of a document, and the place of each piece in it. */
export class Content {
  private readonly pages: string[] = [];
  /** The parts of the current page: joining at each line would copy everything before it. */
  private parts: string[] = [];
  private length = 0;

  constructor(private readonly format: ContentFormat) {}

  get text(): string {
    return [...this.pages, ...this.parts].join('');
  }

  beginPage(): void {
    this.separate('\n\n');
    const [separator] = this.parts.splice(-1);
    this.pages.push(this.parts.join(''));
    this.parts = separator === undefined ? [] : [separator];
  }

  /** Adds the lines of a paragraph, one under the other; in Markdown they run on. @returns the span of each line by its place. */
  addParagraph({ lines: places, role }: Paragraph, lines: readonly PageLine[]): Map<number, ContentSpan> {
    this.separate('\n\n');
    if (this.format === 'markdown' && role) this.write(role === 'title' ? '# ' : '## ');
    const joint = this.format === 'markdown' && role ? ' ' : '\n';
    return this.addLines(places, lines, joint);
  }

  addTable(table: Table, lines: readonly PageLine[]): { spans: Map<number, ContentSpan>; cells: Map<TableCell, ContentSpan> } {
    this.separate('\n\n');
    const spans = new Map<number, ContentSpan>();
    const cells = new Map<TableCell, ContentSpan>();
    const isMarkdown = this.format === 'markdown';
    for (let row = 0; row < table.rows; row++) {
      if (row > 0) this.write('\n');
      if (isMarkdown) this.write('| ');
      for (let column = 0; column < table.columns; column++) {
        if (column > 0) this.write(isMarkdown ? ' | ' : '\t');
        const cell = table.cells.find((each) => each.row === row && each.column === column);
        if (!cell) continue;
        const offset = this.length;
        for (const [line, span] of this.addLines(cell.lines, lines, ' ')) spans.set(line, span);
        cells.set(cell, { offset, length: this.length - offset });
      }
      if (!isMarkdown) continue;
      this.write(' |');
      if (row === 0) this.write(`\n|${' --- |'.repeat(table.columns)}`);
    }
    return { spans, cells };
  }

  private addLines(places: readonly number[], lines: readonly PageLine[], joint: string): Map<number, ContentSpan> {
    const spans = new Map<number, ContentSpan>();
    for (const [index, place] of places.entries()) {
      if (index > 0) this.write(joint);
      const text = this.escaped(lines[place]!.text);
      spans.set(place, { offset: this.length, length: text.length });
      this.write(text);
    }
    return spans;
  }

  /** Escapes text that Markdown would misread. */
  private escaped(text: string): string {
    return this.format === 'text'
      ? text
      : text.replace(/[\\`*_|<>[\]]|^(#|[-+](?= )|\d+(?=[.)] ))/g, (sign) => (/\d/.test(sign) ? `${sign}` : `\\${sign}`));
  }

  private write(text: string): void {
    if (text === '') return;
    this.parts.push(text);
    this.length += text.length;
  }

  private separate(by: string): void {
    if (this.length > 0 && this.parts.at(-1) !== by) this.write(by);
  }
}
