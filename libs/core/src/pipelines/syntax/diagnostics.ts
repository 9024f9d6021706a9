import type { Diagnostic } from './diagnostic';
import type { LineCounter } from 'yaml';
import { PerceptError } from '../../kernel';

/** The error for a pipeline with mistakes. The first mistake is the reason; `findings` lists all. */
export function toInvalidPipeline(diagnostics: Diagnostic[]): PerceptError {
  const [first, ...more] = diagnostics;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  const reason = `${first!.file}:${first!.line}:${first!.column}: ${first!.message}${others}`;
  const details = { field: 'pipeline', reason, findings: diagnostics };
  return new PerceptError('INVALID_REQUEST', `Invalid parameter 'pipeline': ${reason}`, { details });
}

/** The first mistakes explain the rest. */
const MAX_DIAGNOSTICS = 50;

/** Collects the mistakes of one pipeline, by offset in its text. */
export class Diagnostics {
  private readonly found = new Map<string, Diagnostic>();

  constructor(
    private readonly file: string,
    private readonly lines: LineCounter,
  ) {}

  get any(): boolean {
    return this.found.size > 0;
  }

  add(offset: number, message: string): void {
    const { line, column } = this.position(offset);
    const finding = { file: this.file, line, column, message };
    if (this.found.size < MAX_DIAGNOSTICS) this.found.set(`${line}:${column}:${message}`, finding);
  }

  /** A place of the text as `file:line:column`. */
  describe(offset: number): string {
    const { line, column } = this.position(offset);
    return `${this.file}:${line}:${column}`;
  }

  private position(offset: number): { line: number; column: number } {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** In the order of the text. */
  list(): Diagnostic[] {
    return [...this.found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  }
}
