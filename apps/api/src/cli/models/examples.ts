import { textOfBody } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { parse, type CsvError } from 'csv-parse/sync';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../output/command-error';

const IMAGE = /\.(jpe?g|png|webp|gif|bmp|tiff?|avif|hei[cf])$/i;

/** An example to teach a model with: a text, or a picture file. */
export type Example = { label: string } & ({ text: string } | { file: string });

interface ExampleOptions {
  /** The column names of a CSV. */
  text: string;
  label: string;
}

/**
 * Reads examples from a folder with one subfolder for each class, or from a CSV with a text in each row.
 * @throws CommandError that says what is wrong.
 */
export async function readExamples(from: string, columns: ExampleOptions): Promise<Example[]> {
  const stats = await stat(from).catch(() => undefined);
  if (!stats) throw new CommandError(`--from names '${from}', which cannot be read: give a folder or a CSV file.`, 2);
  const examples = stats.isDirectory() ? await fromFolder(from) : fromCsv(textIn(await readFile(from), from), from, columns);
  if (examples.length > 0) return examples;
  const needed = stats.isDirectory()
    ? 'a folder of pictures for each class, such as gate/open and gate/closed'
    : 'rows with a text and a label';
  throw new CommandError(`'${from}' has no examples: it needs ${needed}.`, 2);
}

async function fromFolder(folder: string): Promise<Example[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const classes = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const examples: Example[] = [];
  for (const label of classes.sort()) {
    const names = await readdir(join(folder, label));
    for (const name of names.sort()) if (IMAGE.test(name)) examples.push({ label, file: join(folder, label, name) });
  }
  return examples;
}

/** @throws CommandError for bytes that are neither UTF-8 nor UTF-16: a model would learn broken words. */
function textIn(bytes: Buffer, file: string): string {
  try {
    return textOfBody(bytes, 'save it in UTF-8');
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    throw new CommandError(`'${file}': ${error.details!.reason}`, 2, { cause: error });
  }
}

function fromCsv(csv: string, file: string, { text, label }: ExampleOptions): Example[] {
  const rows = rowsOf(csv, file);
  const columns = Object.keys(rows[0] ?? {});
  for (const [option, name] of [
    ['--text', text],
    ['--label', label],
  ] as const)
    if (rows.length > 0 && !columns.includes(name))
      throw new CommandError(`${option} names '${name}', and '${file}' has the columns ${columns.join(', ')}.`, 2);
  return rows
    .map((row) => ({ label: row[label]!.trim(), text: row[text]!.trim() }))
    .filter((example) => example.label !== '' && example.text !== '');
}

function rowsOf(csv: string, file: string): Record<string, string>[] {
  try {
    return parse(csv, { columns: true, skip_empty_lines: true, bom: true, delimiter: [',', ';', '\t'] });
  } catch (error) {
    if (!(error as CsvError).code?.startsWith('CSV_')) throw error;
    throw new CommandError(`'${file}' is not CSV with a header line: ${(error as Error).message}`, 2, { cause: error });
  }
}
