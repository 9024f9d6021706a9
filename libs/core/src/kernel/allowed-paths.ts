import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { PerceptError } from './errors';

interface PathRules {
  base: string;
  roots?: readonly string[];
  closed?: (path: string) => boolean;
}

/** The folders of this machine that a run may read. */
export class AllowedPaths {
  private constructor(
    private readonly candidates: readonly string[],
    /** Real paths; undefined allows everything. */
    private readonly roots: readonly string[] | undefined,
    private readonly named: readonly string[],
    private readonly closed: (path: string) => boolean,
  ) {}

  /**
   * Without roots everything may be read, and relative paths start at `base`. With roots only files whose real path lies inside
   * them may be read; a relative path starts at the first folder that has it: a root, the folder above one, or the working folder.
   * @param closed tells which paths inside the roots may not be read.
   */
  static async of({ base, roots, closed = () => false }: PathRules): Promise<AllowedPaths> {
    if (!roots) return new AllowedPaths([base], undefined, [], () => false);
    const real = await Promise.all(roots.map((root) => realpath(root).catch(() => resolve(root))));
    return new AllowedPaths([...real, ...real.map((root) => dirname(root)), resolve('.')], real, roots, closed);
  }

  /**
   * The real path of a folder or file that may be read.
   * @throws PerceptError NOT_FOUND if there is none, FORBIDDEN if it lies outside the roots.
   */
  async resolve(path: string): Promise<string> {
    const allowed = this.named.join(', ');
    const candidates = isAbsolute(path) ? [path] : this.candidates.map((folder) => resolve(folder, path));
    const missing: string[] = [];
    let leadsOut = false;
    for (const candidate of candidates) {
      const real = await realpath(candidate).catch(() => undefined);
      if (real !== undefined && this.contains(real)) return real;
      if (!this.contains(candidate)) continue;
      if (real === undefined) missing.push(candidate);
      else leadsOut = true;
    }
    if (missing.length > 0 && !leadsOut) {
      // The last candidate starts at the working folder. If it lies inside the roots, the user meant it, and not
      // `files/data/files`.
      const meant = missing.includes(candidates.at(-1)!) ? candidates.at(-1) : missing[0];
      const where = this.bounded ? ` Relative paths begin in one of the folders that this project may read (${allowed}).` : '';
      throw new PerceptError('NOT_FOUND', `There is no ${meant}.${where}`);
    }
    throw new PerceptError('FORBIDDEN', `${path} lies outside the folders that this project may read.`);
  }

  /** Whether a real path lies inside the roots. */
  contains(real: string): boolean {
    return !this.roots || (this.roots.some((root) => inside(root, real)) && !this.closed(real));
  }

  get bounded(): boolean {
    return this.roots !== undefined;
  }
}

export function inside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
