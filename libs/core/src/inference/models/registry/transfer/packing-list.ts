/** The first entry of a model's archive: what the archive contains. */
export interface PackingList {
  format: 1;
  /** The name that the model had where it was exported. */
  name: string;
  /** Each file by its path in the folder. */
  files: Record<string, { bytes: number; sha256: string }>;
}

export const LIST = 'percept-model.json';
export const MAX_LIST_BYTES = 1_000_000;
export const MAX_FILES = 1000;

/** Path segments without leading dots, so no path climbs out of the folder or begins at the root. */
const PATH = /^(?:[\w-][\w.@+ -]{0,99}\/){0,4}[\w-][\w.@+ -]{0,99}$/;
const DIGEST = /^[0-9a-f]{64}$/;

export const isPath = (path: string): boolean => PATH.test(path);

/** @throws Error that says what is wrong with the list of an archive. */
export function readList(text: string): PackingList {
  const list = parsed(text) as Partial<PackingList> | null;
  if (list?.format !== 1) throw new Error(`${LIST} is of a format that is not known: import it with a newer Percept`);
  const files = Object.entries(list.files ?? {});
  if (typeof list.name !== 'string' || files.length === 0) throw new Error(`${LIST} names no model`);
  if (files.length > MAX_FILES) throw new Error(`${LIST} has more than ${MAX_FILES} files`);
  for (const [path, file] of files) {
    if (!isPath(path)) throw new Error(`the path '${path.slice(0, 100)}' may not be in a model's folder`);
    if (!Number.isSafeInteger(file?.bytes) || file.bytes < 0 || !DIGEST.test(file.sha256))
      throw new Error(`${LIST} does not give the size and the SHA-256 of '${path}'`);
  }
  if (!list.files!['model.yaml']) throw new Error('it has no model.yaml');
  return list as PackingList;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${LIST} cannot be read as JSON`);
  }
}
