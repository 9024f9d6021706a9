import { parsePipeline, type Catalogue, type Parsed } from '../language';

const MAX_TEXTS = 64;

/**
 * Caches the last pipeline texts as parsed. Parsing a text of 64 KiB holds this thread for up to 0.1 s, and each start of a run,
 * each of its shards and each check in the editor needs it.
 */
export class ParsedTexts {
  private readonly recent = new Map<string, Parsed>();

  constructor(private readonly catalogue: Catalogue) {}

  /** @param address the name that the text must have, if it is known. */
  read(source: string, file: string, address?: string): Parsed {
    const key = JSON.stringify([file, address, source]);
    const parsed = this.recent.get(key) ?? parsePipeline(source, file, this.catalogue, address);
    this.recent.delete(key);
    this.recent.set(key, parsed);
    if (this.recent.size > MAX_TEXTS) this.recent.delete(this.recent.keys().next().value!);
    return parsed;
  }
}
