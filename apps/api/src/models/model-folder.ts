import { PerceptError, readManifest, type Manifest } from '@percept/core';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
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

/** @throws INVALID_REQUEST for `name`. */
export function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw PerceptError.invalid('name', 'must be 1 to 64 small letters, digits, dots, dashes and underscores, such as my-model.');
}

/** Works in a folder that is gone afterwards. */
export async function inFolder(parent: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(parent, 'upload-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of a folder that may not be there. */
export async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Writes and reads the text of a manifest. @throws INVALID_REQUEST for `manifest` with every mistake at its line. */
export async function readPage(folder: string, text: string): Promise<Manifest & { file: string }> {
  // A file of labels is not sent along, and no other file of this machine is read.
  const labels = lineOf(text, 'labels');
  if (labels && typeof labels.value === 'string')
    throw mistaken([{ ...labels, message: 'labels must be the list itself: [cat, dog]. A file of labels cannot be sent.' }]);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, PAGE), text);
  const manifest = readSound(folder);
  const { file, head } = manifest;
  if (file === undefined || basename(file) !== file || !file.endsWith('.onnx') || head)
    throw mistaken([
      {
        ...(lineOf(text, head ? 'head' : 'file') ?? { line: 1, column: 1 }),
        message: "must have one ONNX file: 'file: net.onnx'.",
      },
    ]);
  return Object.assign(manifest, { file });
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
