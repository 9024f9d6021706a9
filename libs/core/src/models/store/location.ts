import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversionSection, HeadSection, ModelFolder } from '../manifest';
import { CONVERTER_VERSION, graphFiles } from '../tfjs';

/** Where a model's .onnx file is, or will be once it is prepared. */
export interface ModelLocation {
  file: string;
  /** SHA-256, hex: of the file, or of everything that the converted file is made from. */
  digest: string;
  /** The graph that the file is converted from; absent where the file was there from the start. */
  graph?: string;
  /** The file of the manifest's `head`. */
  head?: string;
}

/** @throws Error where the weights are missing or are not those that the manifest names. */
export function locate(model: ModelFolder, dataDir: string): ModelLocation {
  const { file, sha256, conversion, head } = model.manifest;
  const body = conversion
    ? locateConverted(model.name, conversion, dataDir)
    : locateFile(model, { file: file!, sha256: sha256! });
  if (!head) return body;
  const { file: headFile, digest } = locateFile(model, head);
  return { ...body, head: headFile, digest: digestOf([Buffer.from(body.digest), Buffer.from(digest)]) };
}

function locateFile(model: ModelFolder, { file, sha256 }: HeadSection): ModelLocation {
  const path = join(model.folder, file);
  if (!existsSync(path)) throw new Error(`Model '${model.name}': its file ${path} does not exist.`);
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (digest === sha256) return { file: path, digest };
  throw new Error(
    `Model '${model.name}': ${path} has the SHA-256 ${digest}, but its manifest says ${sha256}. Fetch the file again, or put the new digest into the manifest.`,
  );
}

function locateConverted(name: string, conversion: ConversionSection, dataDir: string): ModelLocation {
  const graph = join(packageFolder(name, conversion.package), conversion.file);
  if (!existsSync(graph)) throw new Error(`Model '${name}': the package ${conversion.package} has no file ${conversion.file}.`);
  const sources = graphFiles(graph).map((file) => readFileSync(file));
  const settings = JSON.stringify({ version: CONVERTER_VERSION, conversion });
  const digest = digestOf([Buffer.from(settings), ...sources]);
  return { file: join(dataDir, 'models', name, `${digest.slice(0, 32)}.onnx`), digest, graph };
}

/** The package is only looked up, never loaded; and by its folder, since its `exports` may hide everything in it. */
function packageFolder(name: string, packageName: string): string {
  const folders = (require.resolve.paths(packageName) ?? []).map((path) => join(path, packageName));
  const found = folders.find((folder) => existsSync(join(folder, 'package.json')));
  if (found) return found;
  throw new Error(`Model '${name}': the npm package ${packageName} is not installed; run 'npm ci'.`);
}

function digestOf(parts: Buffer[]): string {
  const hash = createHash('sha256');
  // The lengths keep bytes from moving between parts unseen.
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
}
