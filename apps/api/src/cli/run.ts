import { suggest, PerceptError } from '@percept/core';
import { type Command } from 'commander';
import { text } from 'node:stream/consumers';
import { withHost } from '../plugins/command-host';
import { declaredPlugins } from '../plugins/usable-plugins';
import { printJson } from './output/print';

interface RunOptions {
  input?: string;
  image?: string;
  video?: string;
}

export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('runs one capability and prints its answer as JSON')
    .argument('<capability>', "its id, as 'percept plugins list' shows it")
    .option('--input <json>', "the input as a JSON object; '-' reads it from standard input")
    .option('--image <file>', 'the image to analyze')
    .option('--video <file>', 'the video to analyze')
    .addHelpText(
      'after',
      `
Examples:
  $ percept run vision.detect --image photo.jpg
  $ percept run vision.detect --image photo.jpg --input '{"min_confidence": 0.3, "objects": ["person"]}'
  $ jq -n '{image: "photo.jpg"}' | percept run vision.detect --input -`,
    )
    .action(run);
}

async function run(capability: string, { input, image, video }: RunOptions): Promise<void> {
  const fields = readFields(input === '-' ? await text(process.stdin) : (input ?? '{}'));
  if (image !== undefined) fields['image'] = image;
  if (video !== undefined) fields['video'] = video;
  const known = [...(await declaredPlugins()).capabilities.keys()];
  if (!known.includes(capability)) {
    throw new PerceptError(
      'NOT_FOUND',
      `'${capability}' is not a capability.${suggest(capability, known)} There are: ${known.join(', ')}.`,
    );
  }
  const { output } = await withHost((host) => host.call(capability, { fields, allowPaths: true }, { patient: true }), capability);
  printJson(output);
}

function readFields(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw PerceptError.invalid('--input', `it is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw PerceptError.invalid('--input', 'it must be a JSON object.');
  return value as Record<string, unknown>;
}
