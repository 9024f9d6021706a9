import { extname } from 'node:path';
import { KindRegistry } from '../../kernel';
import type { OutputFormat } from './output-format';

export const outputFormats = new KindRegistry<OutputFormat>('output', ['rows']);

/** The media type of a file that a run wrote, by its ending; bytes of unknown content if no format has the ending. */
export function mediaTypeOfOutput(path: string): string {
  const ending = extname(path).toLowerCase();
  // Large answers of operations are files, too.
  if (ending === '.txt') return 'text/plain; charset=utf-8';
  return outputFormats.values().find(({ extension }) => extension === ending)?.mediaType ?? 'application/octet-stream';
}
