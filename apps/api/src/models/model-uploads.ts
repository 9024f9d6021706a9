import { Injectable } from '@nestjs/common';
import { Config, listModels, ModelWatcher, PerceptError, readManifest } from '@percept/core';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseDocument } from 'yaml';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const PAGE = 'model.yaml';

/** What is sent for a model. */
export interface UploadedModel {
  /** The text of its model.yaml. */
  manifest: string;
  /** The ONNX file that the manifest calls `file`. */
  bytes: Uint8Array;
}

/** Puts models that are sent into the models folder. What cannot be used is refused, and what was there before stays. */
@Injectable()
export class ModelUploads {
  /** One at a time: two uploads of a model never exchange the same folder. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly live: ModelWatcher,
  ) {}

  /** @throws as `put`, without a file; INVALID_REQUEST for `manifest` has every mistake at its line. */
  async check(name: string, manifest: string): Promise<void> {
    this.checkName(name);
    await inFolder(tmpdir(), async (folder) => void (await readPage(folder, manifest)));
  }

  /** @throws INVALID_REQUEST for `name`, `manifest` or `file`; CONFLICT for the name of a model that comes with Percept. */
  async put(name: string, { manifest, bytes }: UploadedModel): Promise<void> {
    this.checkName(name);
    const models = this.config.ownModelsDir;
    const waiting = join(models, '.pulling');
    await mkdir(waiting, { recursive: true });
    await inFolder(waiting, async (folder) => {
      const drafted = join(folder, name);
      const file = await readPage(drafted, manifest);
      await writeFile(join(drafted, file), bytes);
      const turn = this.work.then(() => this.exchange({ drafted, place: join(models, name), old: join(folder, 'old') }));
      this.work = turn.catch(() => undefined);
      await turn;
    });
  }

  /** Tries the model where it will stay; goes back to what was there if it cannot be used. */
  private async exchange({ drafted, place, old }: { drafted: string; place: string; old: string }): Promise<void> {
    await move(place, old);
    await rename(drafted, place);
    await this.live.reload();
    const tried = this.entryOf(basename(place));
    if (tried && tried.state !== 'broken') return;
    await rm(place, { recursive: true });
    await move(old, place);
    await this.live.reload();
    throw PerceptError.invalid(
      'file',
      tried?.reason?.replaceAll(place, '').trim() ?? 'could not be tried: see the log of the service.',
    );
  }

  private checkName(name: string): void {
    if (!NAME.test(name))
      throw PerceptError.invalid(
        'name',
        'must be 1 to 64 small letters, digits, dots, dashes and underscores, such as my-model.',
      );
    if (this.entryOf(name)?.own === false)
      throw new PerceptError('CONFLICT', `The model '${name}' comes with Percept: choose another name, and make it the default.`);
  }

  private entryOf(name: string) {
    return listModels(this.live.current).find((each) => each.name === name);
  }
}

async function inFolder(parent: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(parent, 'upload-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of a folder that may not be there. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Writes and reads the manifest. @returns the name of the ONNX file. */
async function readPage(folder: string, text: string): Promise<string> {
  // A file of labels is not sent along, and no other file of this machine is read.
  const labels = lineOf(text, 'labels');
  if (labels && typeof labels.value === 'string')
    throw mistaken([{ ...labels, message: 'labels must be the list itself: [cat, dog]. A file of labels cannot be sent.' }]);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, PAGE), text);
  const { file, head } = readSound(folder);
  if (file === undefined || basename(file) !== file || !file.endsWith('.onnx') || head)
    throw mistaken([
      {
        ...(lineOf(text, head ? 'head' : 'file') ?? { line: 1, column: 1 }),
        message: "must have one ONNX file: 'file: net.onnx'.",
      },
    ]);
  return file;
}

function readSound(folder: string) {
  try {
    return readManifest(folder).manifest;
  } catch (error) {
    const place = `${join(folder, PAGE)}:`;
    const found = (error as Error).message.split(`${place}`).slice(1);
    if (found.length === 0) throw error;
    throw mistaken(
      found.map((each) => {
        const [, line, column, message] = /^(\d+):(\d+): ([^]*)$/.exec(each.trim())!;
        return { line: Number(line), column: Number(column), message: message!.replace(/\?\.$/, '?') };
      }),
    );
  }
}

interface Mistake {
  line: number;
  column: number;
  message: string;
}

function mistaken(mistakes: Mistake[]): PerceptError {
  const findings = mistakes.map(({ line, column, message }) => ({ file: PAGE, line, column, message }));
  const [{ line, column, message }] = findings as [(typeof findings)[number]];
  const reason = `${PAGE}:${line}:${column}: ${message}`;
  return new PerceptError(
    'INVALID_REQUEST',
    findings.length === 1 ? reason : `The manifest has ${findings.length} mistakes; the first: ${reason}`,
    {
      details: { field: 'manifest', reason, findings },
    },
  );
}

/** Where a field begins, and what it is. */
function lineOf(text: string, field: string): { line: number; column: number; value: unknown } | undefined {
  const at = text.split('\n').findIndex((line) => line.startsWith(`${field}:`));
  if (at < 0) return undefined;
  const fields = parseDocument(text).toJS() as Record<string, unknown> | null;
  return { line: at + 1, column: 1, value: fields?.[field] };
}
