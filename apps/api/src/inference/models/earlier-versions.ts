import { readManifest } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE, MANIFEST_NAME, type UploadedModel } from './model-folder';

/** The subfolder of a taught model that holds its replaced versions, each with model.yaml and ONNX file. */
const KEPT = 'versions';
const MAX_KEPT = 5;
/**
 * Versions of taught models are numbers. An uploaded model.yaml may contain another text, which must never become a folder name.
 */
const COUNTED = /^[1-9]\d{0,8}$/;

/** Copies the current taught model and its earlier versions into the folder of the model that replaces it. */
export async function keepEarlier(place: string, drafted: string): Promise<void> {
  if (!existsSync(join(place, MANIFEST_NAME))) return;
  const { version, taught, file } = readManifest(place, { isSent: true }).manifest;
  if (!taught || !COUNTED.test(version) || !FILE.test(file ?? '')) return;
  const kept = join(drafted, KEPT);
  if (existsSync(join(place, KEPT))) await cp(join(place, KEPT), kept, { recursive: true });
  await mkdir(join(kept, version), { recursive: true });
  for (const each of [MANIFEST_NAME, file!]) await copyFile(join(place, each), join(kept, version, each));
  const now = readManifest(drafted, { isSent: true }).manifest.version;
  const others = (await earlierVersions(drafted)).filter((each) => each !== now);
  const gone = [now, ...others.slice(MAX_KEPT)].filter((each) => COUNTED.test(each));
  await Promise.all(gone.map((each) => rm(join(kept, each), { recursive: true, force: true })));
}

/** The versions that can be restored, highest first. */
export async function earlierVersions(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, KEPT)).catch((): string[] => []);
  return names.filter((each) => COUNTED.test(each)).sort((one, other) => Number(other) - Number(one));
}

/** @throws CONFLICT if no version is kept; NOT_FOUND, which lists the existing versions. */
export async function readEarlier(folder: string, version?: string): Promise<UploadedModel> {
  const versions = await earlierVersions(folder);
  const now = readManifest(folder).manifest.version;
  // The previous version; if the first is in use, the highest.
  const wanted = version ?? versions.find((each) => Number(each) < Number(now)) ?? versions[0];
  if (wanted === undefined)
    throw new PerceptError(
      'CONFLICT',
      'The model has no earlier version. Percept keeps the last five versions of a model that was taught.',
    );
  if (!versions.includes(wanted))
    throw new PerceptError('NOT_FOUND', `There is no version '${wanted.slice(0, 60)}'. Kept: ${versions.join(', ') || 'none'}.`);
  const place = join(folder, KEPT, wanted);
  const { file } = readManifest(place).manifest;
  return { manifest: await readFile(join(place, MANIFEST_NAME), 'utf8'), bytes: await readFile(join(place, file!)) };
}
