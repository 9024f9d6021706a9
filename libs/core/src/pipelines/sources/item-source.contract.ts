import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStorageRules } from '../../durable/object-storage';
import { AllowedPaths } from '../../kernel';
import { RowsRef } from '../syntax';
import type { FoundItem, ItemSource, ListContext, SourceSettings } from './item-source';

/** A value of the source's keyword, made in a folder. */
type Given = (folder: string) => unknown;

export interface ItemSourceFixture {
  /** Options of the source; none when absent. */
  options?: Record<string, unknown>;
  /** Three items that can be used. */
  three: Given;
  /** Three items, of which only the second cannot be used; where the source refuses single items. */
  secondRefused?: Given;
  /** The object storage of the source; none when absent. @param isOpen the rules allow what the source reads. */
  objects?(isOpen: boolean): ObjectStorageRules;
  /** Something that is not there; where the source can know it before the run. */
  missing?: Given;
}

/** What every item source promises. */
export function itemSourceContract(name: string, source: ItemSource, fixture: ItemSourceFixture): void {
  describe(`the item source ${name}`, () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'percept-source-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const settingsOf = (given: Given): SourceSettings => ({
      value: { kind: 'constant', value: given(folder) },
      options: fixture.options ?? {},
    });
    const context = async (roots?: string[]): Promise<ListContext> => ({
      scope: {},
      paths: await AllowedPaths.of({ base: folder, roots }),
      objects: (fixture.objects?.(!roots) ?? new ObjectStorageRules()).for({ bounded: roots !== undefined }),
      rows: {
        pages: (ref: RowsRef) =>
          async function* () {
            yield [ref];
          },
      },
    });
    const list = async (given: Given): Promise<FoundItem[]> => {
      const items: FoundItem[] = [];
      for await (const item of source.list(settingsOf(given), await context())) items.push(item);
      return items;
    };

    test('lists each item once, with a key and a place in the order', async () => {
      const items = await list(fixture.three);
      expect(items.map(({ refused }) => refused)).toEqual([undefined, undefined, undefined]);
      expect(new Set(items.map(({ key }) => key)).size).toBe(3);
      expect(new Set(items.map(({ sort }) => sort)).size).toBe(3);
    });

    test('lists the same items in the same order again, as after a restart', async () => {
      const sorted = async () => (await list(fixture.three)).sort((a, b) => (a.sort < b.sort ? -1 : 1));
      const first = await sorted();
      expect((await sorted()).map(({ sort, key }) => [sort, key])).toEqual(first.map(({ sort, key }) => [sort, key]));
    });

    test('gives items that have what expressions may refer to', async () => {
      const known = Object.keys(source.item.schema?.properties ?? {});
      for (const { item } of await list(fixture.three)) {
        if (known.length > 0) expect(Object.keys(item as object).sort()).toEqual([...known].sort());
      }
    });

    test('can be stopped after the first item', async () => {
      for await (const item of source.list(settingsOf(fixture.three), await context())) {
        expect(item.key).toBeDefined();
        break;
      }
    });

    if (fixture.secondRefused)
      test('refuses an item that cannot be used alone, with the reason', async () => {
        const items = (await list(fixture.secondRefused!)).sort((a, b) => (a.sort < b.sort ? -1 : 1));
        expect(items.map(({ refused }) => refused?.code !== undefined)).toEqual([false, true, false]);
        expect(items[1]!.refused!.reason.length).toBeGreaterThan(10);
      });

    if (fixture.missing)
      test('says before the run that something is missing', async () => {
        await expect(source.check!(settingsOf(fixture.missing!), await context())).rejects.toThrow();
        await source.check!(settingsOf(fixture.three), await context());
      });

    if (fixture.missing)
      test('reads nothing outside the folders that a run may read', async () => {
        const elsewhere = mkdtempSync(join(tmpdir(), 'percept-source-'));
        try {
          const closed = await context([elsewhere]);
          await expect(source.check!(settingsOf(fixture.three), closed)).rejects.toMatchObject({ code: 'FORBIDDEN' });
          const listing = source.list(settingsOf(fixture.three), closed)[Symbol.asyncIterator]();
          await expect(listing.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
        } finally {
          rmSync(elsewhere, { recursive: true });
        }
      });
  });
}
