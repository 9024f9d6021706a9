import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OUTPUT_FORMATS, type OutputFormatName } from './output-formats';
import type { OutputFormat } from './output-format';
import type { RowPages } from './row-pages';

/** Writes rows to a file, a page at a time. The file appears complete or not at all. @returns the number of rows. */
export async function writeRows(path: string, format: OutputFormatName, pages: RowPages): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(unfinished, 'wx');
    const rows = await write(file, OUTPUT_FORMATS[format], pages).finally(() => file.close());
    await rename(unfinished, path);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function write(file: FileHandle, format: OutputFormat, pages: RowPages): Promise<number> {
  let rows = 0;
  const counted: RowPages = async function* () {
    // A format may read the rows again.
    rows = 0;
    for await (const page of pages()) {
      rows += page.length;
      yield page;
    }
  };
  for await (const bytes of format.encode(counted)) await file.appendFile(bytes);
  await file.sync();
  return rows;
}
