import { toJson } from '@percept/sdk';
import { defineOutputFormat } from '@percept/sdk/pipelines';
import { Zip, ZipPassThrough } from 'fflate';
import { posix } from 'node:path';

/** The first bytes of each kind of file, in Base64. */
const KINDS = [
  ['/9j/', 'jpg'],
  ['iVBORw0KGgo', 'png'],
  ['JVBERi0', 'pdf'],
] as const;
/** A shorter text begins like a file only by chance. */
const MIN_CHARACTERS = 100;
/** Columns that name the files of a row. */
const NAMES = ['file', 'name', 'item', 'key', 'path'];
/** A fixed file time, so that the same rows give the same bytes. */
const TIME = new Date(1980, 0, 1);
/** The limits of a ZIP without extensions. */
const [MAX_BYTES, MAX_FILES] = [0xffff_ffff, 0xffff];

export const zip = defineOutputFormat({
  name: 'zip',
  extension: '.zip',
  mediaType: 'application/zip',
  description:
    'Path of a ZIP with the pictures and PDFs of the rows (`image_data` of `vision.annotate`) as files, named by `file`, `name`, `item`, `key` or `path` of the row, and rows.jsonl, which has the names of the files in their place.',

  async *encode(rows) {
    const archive = new Archive();
    const files = new FileNames();
    for await (const page of rows()) {
      for (const row of page)
        for (const { name, bytes } of files.of(row)) {
          archive.file(name, bytes);
          yield* archive.taken();
        }
    }
    const again = new FileNames();
    const lines = archive.begin('rows.jsonl');
    for await (const page of rows()) {
      lines.push(Buffer.from(page.map((row) => `${toJson(again.named(row))}\n`).join('')));
      yield* archive.taken();
    }
    lines.push(new Uint8Array(), true);
    archive.end();
    yield* archive.taken();
  },
});

/** The finished bytes of a ZIP. Its files are stored uncompressed: pictures do not become smaller. */
class Archive {
  private readonly ready: Uint8Array[] = [];
  private readonly zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.ready.push(bytes);
  });
  private bytes = 0;
  private files = 0;

  begin(name: string): ZipPassThrough {
    if (++this.files > MAX_FILES)
      throw new Error(`a ZIP holds at most ${MAX_FILES} files: write several, by a 'limit' or a filter`);
    const file = new ZipPassThrough(name);
    file.mtime = TIME;
    this.zip.add(file);
    return file;
  }

  file(name: string, bytes: Uint8Array): void {
    this.begin(name).push(bytes, true);
  }

  end(): void {
    this.zip.end();
  }

  *taken(): Generator<Uint8Array> {
    for (const bytes of this.ready.splice(0)) {
      this.bytes += bytes.length;
      if (this.bytes > MAX_BYTES) throw new Error("a ZIP holds at most 4 GB: make the pictures smaller, by 'max_side'");
      yield bytes;
    }
  }
}

/** Names the files in rows: each reading of the same rows gives the same names. */
class FileNames {
  private readonly taken = new Map<string, number>();
  private rows = 0;

  of(row: unknown): { name: string; bytes: Uint8Array }[] {
    const named = this.named(row);
    if (named === row) return [];
    const before = row as Record<string, unknown>;
    const changed = Object.entries(named as Record<string, unknown>).filter(([column, value]) => value !== before[column]);
    return changed.map(([column, name]) => ({ name: String(name), bytes: Buffer.from(String(before[column]), 'base64') }));
  }

  /** The row with file names instead of its files; the row itself if it has none. */
  named(row: unknown): unknown {
    this.rows++;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
    const record = row as Record<string, unknown>;
    const found = Object.entries(record).flatMap(([column, value]) => {
      const ending = endingOf(value);
      return ending ? [{ column, ending }] : [];
    });
    if (found.length === 0) return row;
    const base = this.baseOf(record);
    const names = found.map(({ column, ending }) => {
      const name = found.length > 1 ? `${base}-${column}` : base;
      return [column, this.unique(name, ending)] as const;
    });
    return { ...record, ...Object.fromEntries(names) };
  }

  private baseOf(record: Record<string, unknown>): string {
    const texts = NAMES.map((each) => record[each]).filter((value) => typeof value === 'string');
    const name = texts.find((value) => endingOf(value) === undefined) ?? '';
    // All files are in one folder, so folders in names are dropped.
    const plain = posix.basename(name.replaceAll('\\', '/')).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_');
    return plain.replace(/\.\w{1,5}$/, '').replace(/^\.+/, '') || `row-${this.rows}`;
  }

  private unique(name: string, ending: string): string {
    const count = (this.taken.get(`${name}.${ending}`) ?? 0) + 1;
    this.taken.set(`${name}.${ending}`, count);
    if (count === 1) return `${name}.${ending}`;
    return this.unique(`${name}-${count}`, ending);
  }
}

function endingOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length < MIN_CHARACTERS) return undefined;
  return KINDS.find(([start]) => value.startsWith(start))?.[1];
}
