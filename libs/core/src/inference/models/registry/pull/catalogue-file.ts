/** A file of the net. */
export interface CatalogueFile {
  /**
   * `https:`, `pypi:NAME@VERSION/PATH-IN-WHEEL`, `hf:OWNER/REPO@REVISION/PATH`, or `npm:PACKAGE@VERSION/PATH` for a file of the
   * catalogue entry's `package`.
   */
  url: string;
  /** Its place in a mirror; a file of an npm package comes from npm's registry, which may itself be a mirror. */
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** The tarball of an npm package, as npm states it. */
export interface NpmTarball {
  integrity: string;
  bytes: number;
}
