import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, tempDir } from './percept';

/** A folder with Percept installed from its package, as the author of a plugin has it. */
export class Workplace {
  readonly folder = tempDir();
  readonly percept = join(this.folder, 'node_modules', 'percept');

  constructor() {
    execFileSync('npm', ['run', '--silent', 'types'], { cwd: ROOT });
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', this.folder], { cwd: ROOT });
    const tarball = readdirSync(this.folder).find((name) => name.endsWith('.tgz'))!;
    mkdirSync(this.percept, { recursive: true });
    execFileSync('tar', ['-xzf', join(this.folder, tarball), '--strip-components=1', '-C', this.percept]);
    this.linkDependencies();
  }

  /** Links the packages that npm would fetch from the clone, so the test needs no network. */
  private linkDependencies(): void {
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (name.startsWith('.')) continue;
      symlinkSync(join(ROOT, 'node_modules', name), join(this.folder, 'node_modules', name));
    }
  }

  run(args: string[], cwd = this.folder): string {
    const env = { ...process.env, PERCEPT_DATA_DIR: join(this.folder, 'data'), PERCEPT_CACHE_DIR: '/tmp/percept-test-cache' };
    return execFileSync(process.execPath, [join(this.percept, 'bin', 'percept'), ...args], { cwd, env, encoding: 'utf8' });
  }
}
