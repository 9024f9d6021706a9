import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ConversionSection, TokensSection } from '../manifest/sections';
import { isForPlugin, type ModelFolder } from '../manifest/manifest';
import type { RewriteSection } from '../manifest/rewrite-section';
import { REWRITER_VERSION } from '../onnx';
import { CONVERTER_VERSION, graphFiles } from '../converter';
import { digestOfFile } from './file-digests';

/** Where a model's .onnx file is, or will be once it is prepared. */
export interface ModelLocation {
  file: string;
  /** SHA-256 in hex: of the file, or of all sources of a converted file. */
  digest: string;
  /** The file to convert or rewrite; absent if the .onnx file was there from the start. */
  source?: string;
  /** The file of the manifest's `conversion.topology`. */
  topology?: string;
  /** The whole alphabet of a text-reading model, a character a line. */
  alphabet?: string;
  /** The file of the manifest's `rewrite.weights`. */
  weights?: string;
  /** The file of the manifest's `rewrite.quantization`. */
  quantization?: string;
  /** The files of the manifest's `text`. */
  vocabulary?: string;
  head?: string;
  /** The files of the manifest's `tokens`. */
  tokenizer?: string;
  tokenizerConfig?: string;
}

/** @throws Error if the weights are missing or are not those that the manifest names. */
export function locate(model: ModelFolder, dataDir: string): ModelLocation {
  const { text, tokens, digests } = model.manifest;
  const body = locateBody(model, dataDir);
  if (tokens) return locateTokens(model, body, tokens);
  if (isForPlugin(model.manifest) && Object.keys(digests).length > 0) {
    const others = Object.keys(digests).map((file) => locateFile(model, { file }));
    return { ...body, digest: digestOf([body, ...others].map((each) => Buffer.from(each.digest))) };
  }
  if (!text) return body;
  const [vocabulary, head] = [text.vocabulary, text.head].map((file) => locateFile(model, { file })) as [
    ModelLocation,
    ModelLocation,
  ];
  const digest = digestOf([body, vocabulary, head].map((each) => Buffer.from(each.digest)));
  return { ...body, vocabulary: vocabulary.file, head: head.file, digest };
}

function locateTokens(model: ModelFolder, body: ModelLocation, { file, config }: TokensSection): ModelLocation {
  const found = [file, ...(config === undefined ? [] : [config])].map((each) => locateFile(model, { file: each }));
  const texts = model.manifest.texts && locateFile(model, { file: model.manifest.texts.file });
  const digest = digestOf([body, ...found, ...(texts ? [texts] : [])].map((each) => Buffer.from(each.digest)));
  return { ...body, tokenizer: found[0]!.file, tokenizerConfig: found[1]?.file, head: texts?.file, digest };
}

function locateBody(model: ModelFolder, dataDir: string): ModelLocation {
  const { file, sha256, conversion, rewrite } = model.manifest;
  if (conversion) return locateConverted(model, conversion, dataDir);
  if (rewrite) return locateRewritten(model, rewrite, dataDir);
  return locateFile(model, { file: file!, sha256 });
}

/** @throws Error if the file does not match the manifest's `digests`. */
function checkedDigest({ name, manifest }: ModelFolder, path: string): string {
  const digest = digestOfFile(path);
  const expected = manifest.digests[basename(path)];
  if (expected === undefined || digest === expected) return digest;
  throw new Error(
    `Model '${name}': ${path} has the SHA-256 ${digest}, but digests of its manifest says ${expected}. Install Percept again ('npm ci' in a copy of the source), or put the new digest into the manifest.`,
  );
}

function locateFile(model: ModelFolder, { file, sha256 }: { file: string; sha256?: string }): ModelLocation {
  const path = ownFile(model.name, model.folder, file);
  const digest = checkedDigest(model, path);
  if (sha256 === undefined || digest === sha256) return { file: path, digest };
  throw new Error(
    `Model '${model.name}': ${path} has the SHA-256 ${digest}, but its manifest says ${sha256}. Fetch the file again, or put the new digest into the manifest.`,
  );
}

function locateConverted(model: ModelFolder, conversion: ConversionSection, dataDir: string): ModelLocation {
  const { name, folder } = model;
  const { package: packageName, file } = conversion;
  const graph = packageName === undefined ? ownFile(name, folder, file) : packageFile(name, packageName, file);
  const topology = conversion.topology === undefined ? undefined : ownFile(name, folder, conversion.topology);
  const sources = [...graphFiles(graph), ...(topology === undefined ? [] : [topology])].map((path) => checkedDigest(model, path));
  const settings = JSON.stringify({ version: CONVERTER_VERSION, conversion });
  const digest = digestOf([settings, ...sources].map((text) => Buffer.from(text)));
  return { file: preparedFile(dataDir, name, digest), digest, source: graph, topology };
}

function locateRewritten(model: ModelFolder, rewrite: RewriteSection, dataDir: string): ModelLocation {
  const { name, folder, manifest } = model;
  const source = packageFile(name, rewrite.package, rewrite.file);
  const found = digestOfFile(source);
  if (found !== rewrite.sha256)
    throw new Error(
      `Model '${name}': ${source} has the SHA-256 ${found}, but its manifest says ${rewrite.sha256}. Run 'npm ci'.`,
    );
  const alphabet = rewrite.alphabet === undefined ? undefined : packageFile(name, rewrite.package, rewrite.alphabet);
  const settings = JSON.stringify({ version: REWRITER_VERSION, rewrite, labels: manifest.labels });
  const [weights, quantization] = [rewrite.weights, rewrite.quantization].map((own) =>
    own === undefined ? undefined : ownFile(name, folder, own),
  );
  const parts = [alphabet, weights, quantization].map((each) => (each === undefined ? '' : checkedDigest(model, each)));
  const digest = digestOf([settings, ...parts].map((text) => Buffer.from(text)));
  return { file: preparedFile(dataDir, name, digest), digest, source, alphabet, weights, quantization };
}

function ownFile(name: string, folder: string, file: string): string {
  const path = join(folder, file);
  if (existsSync(path)) return path;
  throw new Error(`Model '${name}': its file ${path} does not exist.`);
}

const preparedFile = (dataDir: string, name: string, digest: string) =>
  join(dataDir, 'models', name, `${digest.slice(0, 32)}.onnx`);

function packageFile(name: string, packageName: string, file: string): string {
  const path = join(packageFolder(name, packageName), file);
  if (existsSync(path)) return path;
  throw new Error(`Model '${name}': the package ${packageName} has no file ${file}.`);
}

/**
 * The package is looked up by its folder and never loaded, since its `exports` may hide everything in it. The published Percept
 * package has copies of the files that models are made from, in `models/packages`.
 */
function packageFolder(name: string, packageName: string): string {
  const folders = (require.resolve.paths(packageName) ?? []).flatMap((path) => [
    join(path, packageName),
    join(dirname(path), 'models', 'packages', packageName),
  ]);
  const found = folders.find((folder) => existsSync(join(folder, 'package.json')));
  if (found) return found;
  throw new Error(`Model '${name}': the npm package ${packageName} is not installed; run 'npm ci'.`);
}

function digestOf(parts: Buffer[]): string {
  const hash = createHash('sha256');
  // The lengths make sure that moving bytes from one part to another changes the hash.
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
}
