import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../harness/percept';

const PAGE = join(ROOT, 'apps', 'dashboard');
const MAX_PAGE = 310 * 1024;
/** Nobody loads all of them: a page loads its own. */
const MAX_ALL = 450 * 1024;
const MAX_STYLES = 27 * 1024;
/** The scripts of dialogs, which are fetched when one opens: a page is weighed with each of them, and without. */
const DIALOGS: Record<string, string[]> = { models: ['upload-form-', 'prose-'] };

describe('the scripts', () => {
  const assets = join(PAGE, 'dist', 'assets');
  const all = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const weigh = (names: Iterable<string>, form: 'br' | 'gz') =>
    [...names].reduce((sum, name) => sum + statSync(join(assets, `${name}.${form}`)).size, 0);

  /** The script and all that it imports; what it may import later too, unless it is the menu of all pages or among `closed`. */
  function needs(name: string, closed: readonly string[] = [], found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, later, other] of text.matchAll(/(?:from|import)\s*(\()?["'`]\.\/([\w-]+\.js)["'`]/g))
      if (!later || !(name.startsWith('index-') || closed.some((dialog) => other!.startsWith(dialog))))
        needs(other!, closed, found);
    return found;
  }

  test('are under 450 KB all together as browsers get them, which is Brotli', () => {
    expect(all.length).toBeGreaterThan(5);
    expect(weigh(all, 'br')).toBeLessThan(MAX_ALL);
  });

  test('leave out the styles of components that no page uses', () => {
    const styles = readdirSync(assets).filter((name) => name.endsWith('.css'));
    expect(styles.some((name) => readFileSync(join(assets, name), 'utf8').includes('--mantine-color-body'))).toBe(true);
    expect(weigh(styles, 'gz')).toBeLessThan(MAX_STYLES);
  });

  test('are under 310 KB for every page if there is gzip only, as over plain HTTP', () => {
    const frame = all.filter((name) => name.startsWith('index-'));
    expect(frame).toHaveLength(1);
    for (const page of [
      'playground',
      'pipeline',
      'run',
      'models',
      'webhook',
      'keys',
      'usage',
      'home',
      'logs',
      'collection-page',
      'reference-page',
      'guide-page',
    ]) {
      const entry = all.filter((name) => name.startsWith(`${page}-`)).sort((a, b) => weigh([b], 'gz') - weigh([a], 'gz'))[0]!;
      const dialogs = DIALOGS[page] ?? [];
      const asOpened = new Set([...needs(frame[0]!), ...needs(entry, dialogs)]);
      expect(asOpened.size).toBeGreaterThan(5);
      expect([page, weigh(asOpened, 'gz') < MAX_PAGE]).toEqual([page, true]);
      for (const dialog of dialogs) {
        const its = new Set([...asOpened, ...needs(all.find((name) => name.startsWith(dialog))!)]);
        expect(its.size).toBeGreaterThan(asOpened.size);
        expect([page, dialog, weigh(its, 'gz') < MAX_PAGE]).toEqual([page, dialog, true]);
      }
    }
  });
});
