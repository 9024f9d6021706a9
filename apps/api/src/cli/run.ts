import { acceptedMedia } from '@percept/core';
import { suggest, PerceptError, parseJson } from '@percept/sdk';
import { type Command } from 'commander';
import { text } from 'node:stream/consumers';
import { callOnce, knowsCapability } from '../inference/plugins/command-host';
import { declaredPlugins } from '../inference/plugins/usable-plugins';
import { printJson } from './output/print';
import { acceptedByService, callService } from './remote/capability-call';
import { namesService, serviceOptions, type ConnectionOptions } from './service/connection';

interface RunOptions extends ConnectionOptions {
  input?: string;
  image?: string;
  video?: string;
  document?: string;
  file?: string;
}

export function addRunCommand(program: Command): void {
  serviceOptions(program.command('run'))
    .description('runs one capability and prints its answer as JSON')
    .argument('<capability>', "its id, as 'percept plugins list' shows it")
    .option('--input <json>', "the input as a JSON object; '-' reads it from standard input")
    .option('--image <file>', 'the image to analyze')
    .option('--video <file>', 'the video to analyze')
    .option('--document <file>', 'the document to read: a PDF, a TIFF or an image')
    .option('--file <file>', 'the image, the video or the document, whichever the capability takes')
    .addHelpText(
      'after',
      `
It runs on this machine, and needs no service. With --url or --profile (or PERCEPT_URL, PERCEPT_PROFILE) the service
does the work, and files of this machine are uploaded to it.

Exit code: 0, 1 if it failed, 2 if the input is wrong.

Examples:
  $ percept run vision.detect --image photo.jpg
  $ percept run vision.detect --image photo.jpg --input '{"min_confidence": 0.3, "objects": ["person"]}'
  $ percept run vision.detect --image photo.jpg --url https://percept.example.com
  $ jq -n '{image: "photo.jpg"}' | percept run vision.detect --input -`,
    )
    .action(run);
}

async function run(capability: string, { input, image, video, document, file, ...service }: RunOptions): Promise<void> {
  const fields = readFields(input === '-' ? await text(process.stdin) : (input ?? '{}'));
  if (image !== undefined) fields['image'] = image;
  if (video !== undefined) fields['video'] = video;
  if (document !== undefined) fields['document'] = document;
  if (file !== undefined) fields[await mediaFieldOf(capability, service)] = file;
  if (namesService(service)) return printJson(await callService(capability, fields, service));
  if (!knowsCapability(capability)) await checkDeclared(capability);
  printJson(await callOnce(capability, { fields, allowPaths: true }));
}

/** The parameter of a capability that takes a file. @throws PerceptError INVALID_REQUEST if it takes none. */
async function mediaFieldOf(capability: string, service: ConnectionOptions): Promise<string> {
  const accepts = namesService(service) ? await acceptedByService(capability, service) : await acceptedHere(capability);
  if (accepts) return accepts;
  throw PerceptError.invalid('--file', `${capability} takes no file: give its parameters with --input.`);
}

async function acceptedHere(capability: string): Promise<string | undefined> {
  const definition = (await declaredPlugins()).capabilities.get(capability);
  return definition && acceptedMedia(definition.input)?.kind;
}

/** @throws PerceptError NOT_FOUND that names the existing capabilities. */
async function checkDeclared(capability: string): Promise<void> {
  const known = [...(await declaredPlugins()).capabilities.keys()];
  if (known.includes(capability)) return;
  const message = `'${capability}' is not a capability.${suggest(capability, known)} There are: ${known.join(', ')}.`;
  throw new PerceptError('NOT_FOUND', message);
}

function readFields(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    throw PerceptError.invalid('--input', `it is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw PerceptError.invalid('--input', 'it must be a JSON object.');
  return value as Record<string, unknown>;
}
