import assert from 'node:assert/strict';
import { ObjectStorageRules } from '../../../durable/object-storage';
import { AllowedPaths } from '../../../kernel';
import type { FoundItem, ItemSource, ListContext, SourceSettings } from '../../../pipelines/sources';
import type { ContractTest } from '../../../kernel/contract-test';
import { inFolder } from './in-folder';

/** A value of the source's keyword. @param folder an empty folder of the test. */
type Given = (folder: string) => unknown;

/** Values with which the contract tries an item source. */
export interface ItemSourceExample {
  /** Options of the source; none when absent. */
  options?: Record<string, unknown>;
  /** Three items that can be used. */
  three: Given;
  /** Three items, of which only the second cannot be used; for a source that refuses single items. */
  secondRefused?: Given;
  /** Something that is not there, if the source knows that before the run: it then has a `check`. */
  missing?: Given;
  /**
   * Parts of the context, such as objects of a bucket.
   * @param isOpen whether the run may read what the example lists; false only if there is something `missing`.
   */
  context?: (folder: string, isOpen: boolean) => Partial<ListContext>;
}

/** The promises of an item source. */
export function itemSourceContract(source: ItemSource, example: ItemSourceExample): ContractTest[] {
  const listing = async (folder: string, given: Given): Promise<AsyncIterable<FoundItem>> =>
    source.list(settingsIn(folder, given, example), await openIn(folder, example));
  const list = async (folder: string, given: Given): Promise<FoundItem[]> => {
    const items: FoundItem[] = [];
    for await (const item of await listing(folder, given)) items.push(item);
    return items;
  };
  const tests: ContractTest[] = [
    {
      name: 'lists each item once, with a key and a place in the order',
      run: inFolder(async (folder) => {
        const items = await list(folder, example.three);
        assert.deepEqual(
          items.map(({ refused }) => refused),
          [undefined, undefined, undefined],
        );
        assert.equal(new Set(items.map(({ key }) => key)).size, 3);
        assert.equal(new Set(items.map(({ sort }) => sort)).size, 3);
      }),
    },
    {
      name: 'lists the same items in the same order again, as after a restart',
      run: inFolder(async (folder) => {
        const keys = async () => inOrder(await list(folder, example.three)).map(({ sort, key }) => [sort, key]);
        assert.deepEqual(await keys(), await keys());
      }),
    },
    {
      name: 'gives items that have what expressions may refer to',
      run: inFolder(async (folder) => {
        const known = Object.keys(source.item.schema?.properties ?? {}).sort();
        for (const { item } of await list(folder, example.three))
          if (known.length > 0) assert.deepEqual(Object.keys(item as object).sort(), known);
      }),
    },
    {
      name: 'can be stopped after the first item',
      run: inFolder(async (folder) => stopsEarly(await listing(folder, example.three))),
    },
  ];
  const { secondRefused, missing } = example;
  if (secondRefused) tests.push(refusesAlone(list, secondRefused));
  if (missing) tests.push(...checksBefore(source, { ...example, missing }));
  return tests;
}

const settingsIn = (folder: string, given: Given, { options = {} }: ItemSourceExample): SourceSettings => ({
  value: { kind: 'constant', value: given(folder) },
  options,
});

async function openIn(folder: string, { context }: ItemSourceExample): Promise<ListContext> {
  return { ...(await contextIn(folder)), ...context?.(folder, true) };
}

function checksBefore(source: ItemSource, example: ItemSourceExample & { missing: Given }): ContractTest[] {
  const { three, missing, context } = example;
  const check = async (folder: string, given: Given) =>
    source.check!(settingsIn(folder, given, example), await openIn(folder, example));
  return [
    {
      name: 'says before the run that something is missing',
      run: inFolder(async (folder) => {
        await assert.rejects(check(folder, missing));
        await check(folder, three);
      }),
    },
    {
      name: 'reads nothing outside the folders that a run may read',
      run: inFolder((elsewhere) =>
        inFolder(async (folder) => {
          const closed = { ...(await contextIn(folder, elsewhere)), ...context?.(folder, false) };
          const settings = settingsIn(folder, three, example);
          await assert.rejects(source.check!(settings, closed), { code: 'FORBIDDEN' });
          const items = source.list(settings, closed)[Symbol.asyncIterator]();
          await assert.rejects(Promise.resolve(items.next()), { code: 'FORBIDDEN' });
        })(),
      ),
    },
  ];
}

async function stopsEarly(items: AsyncIterable<FoundItem>): Promise<void> {
  for await (const item of items) {
    assert.ok(item.key);
    break;
  }
}

type List = (folder: string, given: Given) => Promise<FoundItem[]>;

function refusesAlone(list: List, given: Given): ContractTest {
  return {
    name: 'refuses an item that cannot be used alone, with the reason',
    run: inFolder(async (folder) => {
      const items = inOrder(await list(folder, given));
      assert.deepEqual(
        items.map(({ refused }) => refused !== undefined),
        [false, true, false],
      );
      assert.ok(items[1]!.refused!.reason.length > 10);
    }),
  };
}

const inOrder = (items: FoundItem[]): FoundItem[] => items.sort((a, b) => (a.sort < b.sort ? -1 : 1));

/** What a run may read: the folder, and no objects. @param root another folder instead. */
async function contextIn(folder: string, root = folder): Promise<ListContext> {
  return {
    scope: {},
    paths: await AllowedPaths.of({ base: folder, roots: [root] }),
    objects: new ObjectStorageRules().for({ bounded: true }),
    rows: {
      pages: (ref) =>
        async function* () {
          yield [ref];
        },
    },
  };
}
