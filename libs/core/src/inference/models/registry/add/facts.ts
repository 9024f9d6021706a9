import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPorts, readSummary, type DeclaredPort } from '../../onnx';
import type { ModelFacts, FoundPort } from './architecture';
import { readOcr } from './dictionary';
import { readSynsetLabels } from '../pull/pull';
import type { ModelRepository } from '../pull/weight-source';

/** An ONNX file is a message of protobuf, which holds 2 GB at most. */
const MAX_ONNX_BYTES = 2 ** 31;
/** Limit for a descriptive file; tokenizers have some megabytes. */
const MAX_PAGE_BYTES = 64_000_000;
/** Operator domains that ONNX Runtime has besides ONNX's own. */
const KNOWN_DOMAINS = ['ai.onnx.ml', 'com.microsoft', 'ai.onnx.training', 'ai.onnx.preview.training', 'com.microsoft.nchwc'];
const TYPES = [
  ...[
    '',
    'float32',
    'uint8',
    'int8',
    'uint16',
    'int16',
    'int32',
    'int64',
    'string',
    'bool',
    'float16',
    'float64',
    'uint32',
    'uint64',
  ],
];
const LABEL_FILES = ['labels.txt', 'labels.json', 'classes.txt', 'classes.json', 'synset.txt'];
/** Formats whose weights are code that runs when loaded. */
const PICKLES = /\.(bin|pt|pth|ckpt|pkl|pickle)$/i;
const TENSORS = /\.(safetensors|h5|msgpack|tflite|gguf)$/i;

/** Usual names of descriptive files in repositories. */
const PAGES = { config: 'config.json', preprocessor: 'preprocessor_config.json', tokenizer: 'tokenizer_config.json' } as const;
const POOLING = '1_Pooling/config.json';

/**
 * The one network of a repository.
 * @param wanted the path that the user names, if so.
 * @throws Error that says why none can be taken, and what to do.
 */
export function chooseNetwork({ address, files }: ModelRepository, wanted?: string): string {
  const found = [...files.keys()].filter((path) => path.endsWith('.onnx')).sort();
  const path = wanted ?? (found.length === 1 ? found[0] : found.find((each) => /^(onnx\/)?model\.onnx$/.test(each)));
  if (path !== undefined && files.has(path)) {
    const bytes = files.get(path)!;
    if (bytes < MAX_ONNX_BYTES) return path;
    throw new Error(
      `${path} has ${(bytes / 1e9).toFixed(1)} GB; an ONNX file has 2 GB at most. Take a smaller model, or a quantized one.`,
    );
  }
  if (wanted !== undefined) throw new Error(`${address} has no file ${wanted}. It has ${found.join(', ') || 'no .onnx file'}.`);
  if (found.length > 0)
    throw new Error(`${address} has ${found.length} networks: ${found.slice(0, 20).join(', ')}. Name one with --file.`);
  const [weights] = [...files.keys()].filter((each) => PICKLES.test(each) || TENSORS.test(each));
  const why = weights === undefined ? 'has no .onnx file' : `has no .onnx file, only ${weights}`;
  const pickled =
    weights !== undefined && PICKLES.test(weights)
      ? ' Such a file may run any program when it is loaded, so Percept never does.'
      : '';
  throw new Error(`${address} ${why}.${pickled} Export it ('optimum-cli export onnx --model MODEL FOLDER'), and add the folder.`);
}

/**
 * Fetches the descriptive files and the network into a folder.
 * @returns the facts about the model.
 * @throws Error that says what to do.
 */
export async function readFacts(repository: ModelRepository, network: string, folder: string): Promise<ModelFacts> {
  const files = [...repository.files.keys()];
  const page = async (name: string): Promise<Record<string, unknown> | undefined> => {
    const path = files.includes(name) ? name : nearestFile(files, name, network);
    if (path === undefined || repository.files.get(path)! > MAX_PAGE_BYTES) return undefined;
    const place = join(folder, path.replaceAll('/', '_'));
    await repository.copy(path, place);
    return parsed(await readFile(place, 'utf8'), path);
  };
  const config = (await page(PAGES.config)) ?? {};
  const preprocessor = await page(PAGES.preprocessor);
  const tokenizer = await page(PAGES.tokenizer);
  const pooling = await page(POOLING);
  const labelFile = LABEL_FILES.map((name) => nearestFile(files, name, network)).find((path) => path !== undefined);
  if (labelFile !== undefined) await repository.copy(labelFile, join(folder, basename(labelFile)));
  await repository.copy(network, join(folder, basename(network)));
  const bytes = await readFile(join(folder, basename(network)));
  const { inputs, outputs, metadata } = describe(bytes, network);
  const listed = labelFile === undefined ? [] : labelsFrom(await readFile(join(folder, basename(labelFile)), 'utf8'));
  const labels = [labelsOfConfig(config), listed, labelsOfMetadata(metadata)].find((each) => each.length > 0) ?? [];
  const ocr = await readOcr(repository, folder, { metadata, config });
  return {
    config,
    preprocessor,
    tokenizer,
    pooling,
    labels,
    ocr,
    inputs,
    outputs,
    metadata,
    network: `${repository.address}/${network}`,
    files,
  };
}

/** The file of that name beside the network, or above it. */
export function nearestFile(files: readonly string[], name: string, network: string): string | undefined {
  const found = files.filter((path) => basename(path) === name);
  const folder = (path: string) => path.slice(0, path.length - basename(path).length);
  const above = found.filter((path) => folder(network).startsWith(folder(path)));
  return above.sort((one, other) => other.length - one.length)[0];
}

function parsed(text: string, path: string): Record<string, unknown> {
  try {
    const page: unknown = JSON.parse(text);
    if (typeof page === 'object' && page !== null && !Array.isArray(page)) return page as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}. Repair it, or remove it.`, { cause: error });
  }
  throw new Error(`${path} must be an object of JSON. Repair it, or remove it.`);
}

function describe(bytes: Uint8Array, network: string) {
  const { ports, summary } = read(bytes, network);
  const domain = [...summary.domains].find((each) => !KNOWN_DOMAINS.includes(each));
  if (domain !== undefined)
    throw new Error(
      `${network} needs operators of '${domain.slice(0, 60)}', which ONNX Runtime has not. Export it without them.`,
    );
  if (summary.isSplit)
    throw new Error(
      `${network} keeps weights in another file. Save it as one: python -c "import onnx; onnx.save(onnx.load('${basename(network)}'), 'one.onnx')"`,
    );
  const port = ({ name, element, shape }: DeclaredPort): FoundPort => ({ name, type: TYPES[element] ?? 'other', shape });
  return {
    metadata: summary.metadata,
    inputs: ports.inputs.map(port),
    outputs: ports.outputs.map((each) => ({ ...port(each), operator: summary.makers.get(each.name) })),
  };
}

function read(bytes: Uint8Array, network: string) {
  try {
    const ports = readPorts(bytes);
    if (ports.inputs.length === 0 || ports.outputs.length === 0) throw new Error('it has no inputs or no outputs');
    return { ports, summary: readSummary(bytes) };
  } catch (error) {
    throw new Error(`${network} cannot be read as ONNX: ${(error as Error).message}. Export it again.`, { cause: error });
  }
}

/** `id2label` counts from 0; timm writes a list. */
function labelsOfConfig({ id2label, label_names: names }: Readonly<Record<string, unknown>>): string[] {
  if (Array.isArray(names)) return names.map(String);
  return typeof id2label === 'object' && id2label !== null ? listed(id2label as Record<string, unknown>) : [];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Lists labels by number. A number without a label stands for itself. */
function listed(byNumber: Record<string, unknown>): string[] {
  const numbers = Object.keys(byNumber)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 0 && number < 100_000);
  const count = numbers.length === 0 ? 0 : Math.max(...numbers) + 1;
  return Array.from({ length: count }, (_, number) => asText(byNumber[number] ?? number));
}

/** Reads labels: one per line, as ImageNet lists them, as a JSON list, or as a JSON object by number. */
export function labelsFrom(text: string): string[] {
  try {
    const page: unknown = JSON.parse(text);
    if (Array.isArray(page)) return page.map(String);
    if (typeof page === 'object' && page !== null) return listed(page as Record<string, unknown>);
  } catch {
    // Not JSON: one label per line.
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.every((line) => /^n\d{8} ./.test(line)) ? readSynsetLabels(text) : lines;
}

/** Reads a Python dictionary, which Ultralytics writes: `{0: 'person', 1: "cat's eye"}`. */
function labelsOfMetadata({ names = '' }: Readonly<Record<string, string>>): string[] {
  const pairs = [...names.matchAll(/(\d+)\s*:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)];
  return listed(Object.fromEntries(pairs.map(([, number, single, double]) => [number!, single ?? double ?? ''])));
}
