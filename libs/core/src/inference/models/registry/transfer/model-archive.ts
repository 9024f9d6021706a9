import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkFree } from '../add/name';
import { readManifest } from '../../manifest/read';
import { moveIntoPlace } from '../pull';
import { computeFileDigest } from '../pull/checked-file';
import { isPath, LIST, MAX_FILES, MAX_LIST_BYTES, readList, type PackingList } from './packing-list';

type ReadEntry = import('tar', { with: { 'resolution-mode': 'import' } }).ReadEntry;

interface ImportOptions {
  /** Name of the new folder; if absent, the model's name in the archive. */
  name?: string;
  /** Whether an existing model with this name is replaced. */
  replace?: boolean;
  /** Loads and runs the model of a folder once. @returns why it cannot be used; undefined if it can. */
  tryModel(folder: string): Promise<string | undefined>;
}

interface ExportedModel {
  name: string;
  file: string;
  bytes: number;
  files: number;
}

/** A file with a model, for a machine without a network: a TAR that begins with a list of its files and their digests. */
export class ModelArchive {
  readonly file: string;

  constructor(path: string) {
    this.file = resolve(path);
  }

  /**
   * Writes a model's folder into one file, with the digests of all its files. The file appears only when it is complete.
   * @throws Error that says why it cannot be written, and what to do.
   */
  async write(folder: string): Promise<ExportedModel> {
    const { name } = readManifest(folder);
    const { file } = this;
    if (existsSync(file)) throw new Error(`${file} is there already: give another name with --to.`);
    const work = await mkdtemp(join(dirname(file), '.exporting-'));
    try {
      const list = await copyListed(folder, name, join(work, 'model'));
      const paths = Object.keys(list.files);
      await writeFile(join(work, 'model', LIST), JSON.stringify(list, undefined, 1));
      const { create } = await import('tar');
      await create({ file: join(work, 'model.tar'), cwd: join(work, 'model'), portable: true }, [LIST, ...paths]);
      const { size } = await stat(join(work, 'model.tar'));
      await rename(join(work, 'model.tar'), file);
      return { name, file, bytes: size, files: paths.length };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /**
   * Puts the model of the archive into the users' folder. The model appears there once every file matches its
   * digest and the model has run once.
   * @throws Error that says what is wrong with the archive; nothing is left then.
   */
  async install(ownModelsDir: string, options: ImportOptions) {
    const waiting = join(ownModelsDir, '.pulling');
    await mkdir(waiting, { recursive: true });
    const work = await mkdtemp(join(waiting, 'import-'));
    const unpacked = join(work, 'unpacked');
    try {
      const list = await unpack(this.file, unpacked);
      const name = checkFree(options.name ?? list.name, ownModelsDir, options.replace);
      // The trial run names the model by its folder.
      const folder = await moveIntoPlace(unpacked, join(work, 'models', name));
      const { manifest } = readManifest(folder);
      const reason = await options.tryModel(folder);
      if (reason !== undefined) throw new Error(`it cannot be used: ${reason.replaceAll(folder, name)}`);
      return {
        name,
        folder: await moveIntoPlace(folder, join(ownModelsDir, name)),
        task: manifest.task,
        licence: manifest.licence,
      };
    } catch (error) {
      const reason = (error as Error).message.replaceAll(`${work}/models/`, '').replaceAll(unpacked, basename(this.file));
      throw new Error(`${this.file} was not imported: ${reason.replace(/\.?$/, '.')}`, { cause: error });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
}

/** Makes a copy, which nobody changes while the archive is written. */
async function copyListed(folder: string, name: string, copy: string): Promise<PackingList> {
  const files: PackingList['files'] = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || basename(path).startsWith('.')) continue;
    if (!isPath(path)) throw new Error(`${path} cannot be exported: rename it to letters, digits, dots and dashes.`);
    if (Object.keys(files).length >= MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files.`);
    await cp(join(folder, path), join(copy, path));
    files[path] = { bytes: (await stat(join(copy, path))).size, sha256: await computeFileDigest(join(copy, path)) };
  }
  return { format: 1, name, files };
}

/** The position of the signature of a tar archive; a compressed file has other bytes there. */
const MAGIC = { at: 257, text: 'ustar' };

async function checkKind(archive: string): Promise<void> {
  const file = await open(archive).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'the file does not exist' : error.message);
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(MAGIC.text.length), 0, MAGIC.text.length, MAGIC.at);
    if (buffer.toString('latin1') !== MAGIC.text)
      throw new Error("it must be a file of 'percept models export', which is not compressed");
  } finally {
    await file.close();
  }
}

async function unpack(archive: string, folder: string): Promise<PackingList> {
  await checkKind(archive);
  const { Parser } = await import('tar');
  const state = new Unpacking(folder, (await stat(archive)).size);
  const parser = new Parser({ strict: true, onReadEntry: (entry) => state.take(entry) });
  parser.on('error', (error: Error) => state.fail(error));
  const ended = once(parser, 'end');
  ended.catch(() => undefined);
  for await (const chunk of createReadStream(archive)) {
    state.check();
    if (!parser.write(chunk as Buffer)) await Promise.race([once(parser, 'drain'), state.failed]);
  }
  parser.end();
  await Promise.race([ended, state.failed]);
  return state.finish();
}

/** The files of an archive, in the order in which they arrive. */
class Unpacking {
  readonly failed: Promise<never>;
  private reject!: (error: Error) => void;
  private failure?: Error;
  private list?: PackingList;
  private readonly arrived = new Map<string, Promise<void>>();

  constructor(
    private readonly folder: string,
    private readonly size: number,
  ) {
    this.failed = new Promise((_, reject) => (this.reject = reject));
    this.failed.catch(() => undefined);
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.reject(error);
  }

  check(): void {
    if (this.failure) throw this.failure;
  }

  take(entry: ReadEntry): void {
    try {
      if (this.list) this.takeFile(entry, this.list);
      else this.takeList(entry);
    } catch (error) {
      entry.resume();
      this.fail(error as Error);
    }
  }

  private takeList(entry: ReadEntry): void {
    if (entry.type !== 'File' || entry.path !== LIST || entry.size > MAX_LIST_BYTES)
      throw new Error(`it must begin with ${LIST}: make it with 'percept models export'`);
    const chunks: Buffer[] = [];
    entry.on('data', (chunk: Buffer) => chunks.push(chunk));
    entry.on('end', () => {
      try {
        this.list = readList(Buffer.concat(chunks).toString('utf8'));
        const bytes = Object.values(this.list.files).reduce((sum, file) => sum + file.bytes, 0);
        if (bytes > this.size) throw new Error(`it has ${this.size} bytes, but says that its files have ${bytes}`);
      } catch (error) {
        this.fail(error as Error);
      }
    });
  }

  private takeFile(entry: ReadEntry, { files }: PackingList): void {
    const { path, type, size } = entry;
    const listed = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!listed) throw new Error(`'${path.slice(0, 100)}' is not in its ${LIST}`);
    if (type !== 'File') throw new Error(`'${path}' must be a plain file`);
    if (this.arrived.has(path)) throw new Error(`it has '${path}' twice`);
    if (size !== listed.bytes) throw new Error(`'${path}' has ${size} bytes, but ${LIST} says ${listed.bytes}`);
    const writing = write(entry, join(this.folder, path), listed.sha256).catch((error: Error) => this.fail(error));
    this.arrived.set(path, writing);
  }

  async finish(): Promise<PackingList> {
    await Promise.race([Promise.all(this.arrived.values()), this.failed]);
    this.check();
    if (!this.list) throw new Error('it is empty');
    const missing = Object.keys(this.list.files).find((path) => !this.arrived.has(path));
    if (missing !== undefined) throw new Error(`it ends before '${missing}': copy it again`);
    return this.list;
  }
}

async function write(entry: ReadEntry, target: string, sha256: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(entry, hashed, createWriteStream(target, { flags: 'wx' }));
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`'${basename(target)}' has the SHA-256 ${found}, but ${LIST} says ${sha256}`);
}
