import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { ModelRepository } from '../pull/weight-source';

/** PaddleOCR's description of an exported model, including the characters. */
const INFERENCE = 'inference.yml';
/** Names such as `ppocr_keys_v1.txt`, `en_dict.txt` and `ppocrv5_dict.txt`. */
const DICTIONARY = /(^|[_.-])(keys|dict|dictionary|charset)([_.-][^/]*)?\.txt$/i;
const MAX_BYTES = 4_000_000;

/** What PaddleOCR says of an exported network. */
export interface OcrDescription {
  /** The characters of the classes, after the blank. */
  characters?: readonly string[];
  /** The class that decodes the output, such as `DBPostProcess` or `CTCLabelDecode`. */
  reader?: string;
}

type Section = { name?: string; character_dict?: string[] };

/** Reads the characters of a network: from the file itself, from inference.yml, or from a dictionary beside it. */
export async function readOcr(
  repository: ModelRepository,
  folder: string,
  { metadata, config }: { metadata: Readonly<Record<string, string>>; config: Readonly<Record<string, unknown>> },
): Promise<OcrDescription> {
  const read = async (path: string | undefined): Promise<string | undefined> => {
    if (path === undefined || repository.files.get(path)! > MAX_BYTES) return undefined;
    const place = join(folder, `ocr-${basename(path)}`);
    await repository.copy(path, place);
    return readFile(place, 'utf8');
  };
  const paths = [...repository.files.keys()];
  const page = await read(paths.find((path) => basename(path) === INFERENCE));
  const section = page === undefined ? (config['PostProcess'] as Section | undefined) : sectionIn(page);
  const described = section?.character_dict?.map(String);
  const own = metadata['character'] === undefined ? described : linesOf(metadata['character']);
  const listed = own ?? linesOf(await read(paths.find((path) => DICTIONARY.test(basename(path)))));
  return { ...(listed && { characters: listed }), ...(section?.name !== undefined && { reader: String(section.name) }) };
}

function sectionIn(page: string): Section | undefined {
  try {
    // Every scalar is a text: a character may be a digit, or `~`.
    return (parse(page, { schema: 'failsafe' }) as { PostProcess?: Section } | null)?.PostProcess;
  } catch (error) {
    throw new Error(`${INFERENCE} cannot be read as YAML: ${(error as Error).message.split('\n')[0]}. Repair it, or remove it.`, {
      cause: error,
    });
  }
}

/** Reads one character per line; one may be a wide blank. */
const linesOf = (text: string | undefined): string[] | undefined => text?.replace(/\r?\n$/, '').split(/\r?\n/);
