import type { LineCounter } from 'yaml';
import type { Finding } from './pipelines';

/** More than this would be noise: the first mistakes explain the rest. */
const MOST = 50;

/** Gathers the mistakes of one pipeline, by offset in its text. */
export class Findings {
  private readonly found = new Map<string, Finding>();

  constructor(
    private readonly file: string,
    private readonly lines: LineCounter,
  ) {}

  get any(): boolean {
    return this.found.size > 0;
  }

  add(offset: number, message: string): void {
    const { line, col } = this.lines.linePos(offset);
    const finding = { file: this.file, line: Math.max(1, line), column: Math.max(1, col), message };
    if (this.found.size < MOST) this.found.set(`${line}:${col}:${message}`, finding);
  }

  /** In the order of the text. */
  list(): Finding[] {
    return [...this.found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  }
}
