import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packedManifest } from '../../bin/pack';
import { CACHE_DIR, ROOT, tempDir } from './percept';
import { waitFor } from './wait-for';

/** What the template of a plugin asks npm for. */
const TOOLS_OF_AUTHORS = ['typescript', '@types/node', 'undici-types'];

/** Packs Percept once for all test files of a run: two at once would write the same folder of types. */
async function packed(): Promise<string> {
  const folder = process.env['TEST_PACKAGE_DIR']!;
  const [tarball, unfinished] = [join(folder, 'percept.tgz'), join(folder, 'unfinished')];
  mkdirSync(folder, { recursive: true });
  try {
    mkdirSync(unfinished);
  } catch {
    await waitFor(() => existsSync(tarball));
    return tarball;
  }
  execFileSync('npm', ['run', '--silent', 'types'], { cwd: ROOT });
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', unfinished], { cwd: ROOT });
  renameSync(join(unfinished, readdirSync(unfinished)[0]!), tarball);
  return tarball;
}

/** A folder with Percept installed from its package, as the author of a plugin has it. */
export class Workplace {
  readonly folder = tempDir();
  readonly percept = join(this.folder, 'node_modules', 'percept');

  static async create(): Promise<Workplace> {
    return new Workplace(await packed());
  }

  private constructor(tarball: string) {
    mkdirSync(this.percept, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', this.percept]);
    this.linkDependencies();
  }

  /** Links the packages that npm would fetch from the clone, so the test needs no network: those of the package, and no other. */
  private linkDependencies(): void {
    const { dependencies, optionalDependencies } = packedManifest();
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...TOOLS_OF_AUTHORS]) {
      const [from, to] = [join(ROOT, 'node_modules', name), join(this.folder, 'node_modules', name)];
      if (!existsSync(from)) continue;
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(from, to);
    }
  }

  run(args: string[], cwd = this.folder): string {
    const env = { ...process.env, PERCEPT_DATA_DIR: join(this.folder, 'data'), PERCEPT_CACHE_DIR: CACHE_DIR };
    return execFileSync(process.execPath, [join(this.percept, 'bin', 'percept'), ...args], { cwd, env, encoding: 'utf8' });
  }
}
