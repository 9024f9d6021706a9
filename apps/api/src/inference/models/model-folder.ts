import { readManifest, type Manifest } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
export const FILE = /^[\w-][\w.-]{0,99}\.onnx$/;
export const MANIFEST_NAME = 'model.yaml';
/** Small, because the main thread reads the manifest. */
const MAX_MANIFEST = 64 * 1024;
const MAX_MISTAKES = 50;

/** An uploaded model. */
export interface UploadedModel {
  /** The text of its model.yaml. */
  manifest: string;
  /** The ONNX file that the manifest names in `file`. */
  bytes: Uint8Array;
}

export const isName = (name: string): boolean => NAME.test(name);

/** @throws INVALID_REQUEST for `name`. */
export function checkModelName(name: string): void {
  if (isName(name)) return;
  throw PerceptError.invalid('name', 'must be 1 to 64 small letters, digits, dots, dashes and underscores, such as my-model.');
}

/** Works in a temporary folder that is removed afterwards. */
export async function inTemporaryFolder(parent: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(parent, 'upload-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Moves a folder, if it exists. */
export async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/**
 * Writes the text of a manifest to the folder and reads it back.
 * @throws INVALID_REQUEST for `manifest` with every mistake at its line.
 */
export async function storeManifest(folder: string, text: string): Promise<Manifest & { file: string }> {
  if (Buffer.byteLength(text) > MAX_MANIFEST)
    throw PerceptError.invalid(
      'manifest',
      `is larger than ${MAX_MANIFEST / 1024} KB: put such a model into the folder of models.`,
    );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, MANIFEST_NAME), text);
  const manifest = readSound(folder);
  const { file } = manifest;
  if (file === undefined || !FILE.test(file))
    throw mistaken([{ ...placeOf(text, 'file'), message: "must have one ONNX file: 'file: net.onnx'." }]);
  return Object.assign(manifest, { file });
}

function readSound(folder: string): Manifest {
  try {
    return readManifest(folder, { isSent: true }).manifest;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw error;
    const found = message.split(`${join(folder, MANIFEST_NAME)}:`).slice(1, MAX_MISTAKES + 1);
    // Errors of the YAML library carry no line number.
    if (found.length === 0) throw mistaken([{ line: 1, column: 1, message }]);
    throw mistaken(
      found.map((each) => {
        const [, line, column, reason] = /^(\d+):(\d+): ([^]*)$/.exec(each.trim())!;
        return { line: Number(line), column: Number(column), message: reason!.replace(/\?\.$/, '?') };
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
  const findings = mistakes.map(({ line, column, message }) => ({ file: MANIFEST_NAME, line, column, message }));
  const [{ line, column, message }] = findings as [(typeof findings)[number]];
  const reason = `${MANIFEST_NAME}:${line}:${column}: ${message}`;
  return new PerceptError(
    'INVALID_REQUEST',
    findings.length === 1 ? reason : `The manifest has ${findings.length} mistakes; the first: ${reason}`,
    {
      details: { field: 'manifest', reason, findings },
    },
  );
}

/** The position of a field in the text. */
function placeOf(text: string, field: string): { line: number; column: number } {
  const at = text.split('\n').findIndex((line) => line.startsWith(`${field}:`));
  return { line: Math.max(0, at) + 1, column: 1 };
}
