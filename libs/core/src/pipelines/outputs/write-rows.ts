import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isS3Url, parseObjectUrl, type ObjectStorage } from '../../durable/object-storage';
import type { OutputFormat, OutputSettings } from './output-format';
import type { RowPages } from './row-pages';

interface RowsTarget {
  /** The path of a file, or `s3://bucket/key`. */
  path: string;
  storage: ObjectStorage;
  settings?: OutputSettings;
}

const DEFAULT_OUTPUT_SETTINGS: OutputSettings = { escapeFormulas: true };

/** Writes rows to a file or an object, a page at a time. It appears complete or not at all. @returns the number of rows. */
export async function writeRows(
  { path, storage, settings = DEFAULT_OUTPUT_SETTINGS }: RowsTarget,
  format: Pick<OutputFormat, 'encode'>,
  pages: RowPages,
): Promise<number> {
  const encoded = new EncodedRows(format, pages, settings);
  if (isS3Url(path)) await storage.write(parseObjectUrl(path), encoded);
  else await writeFile(path, encoded);
  return encoded.rows;
}

async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    await writeAll(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeAll(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const each of bytes) await file.appendFile(each);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Encodes rows as the bytes of a file and counts them. */
class EncodedRows implements AsyncIterable<Uint8Array> {
  rows = 0;

  constructor(
    private readonly format: Pick<OutputFormat, 'encode'>,
    private readonly pages: RowPages,
    private readonly settings: OutputSettings,
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.format.encode(() => this.counted(), this.settings)[Symbol.asyncIterator]();
  }

  private async *counted(): AsyncGenerator<unknown[]> {
    // A format may read the rows again, so the count starts again.
    this.rows = 0;
    for await (const page of this.pages()) {
      this.rows += page.length;
      yield page;
    }
  }
}
