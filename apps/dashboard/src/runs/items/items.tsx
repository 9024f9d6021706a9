import { Button, Code, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Loaded } from '../../parts/loaded';
import { RowsTable, type Column } from '../../parts/rows-table';
import { State } from '../../parts/state';
import type { RunItem } from '../../pipelines/answers';
import { useItems } from '../queries';
import { ItemPicture } from './picture';

const TONES = { pending: 'quiet', succeeded: 'good', failed: 'bad' } as const;

/** What became of each item. */
export function Items({ run, failed }: { run: string; failed: number }) {
  const [chosen, setState] = useState<RunItem['state'] | ''>();
  // What failed is what one comes for.
  const state = chosen ?? (failed > 0 ? 'failed' : '');
  const items = useItems(run, state);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3}>Items</Title>
        <NativeSelect
          aria-label="Items in state"
          value={state}
          onChange={(event) => setState(event.target.value as RunItem['state'] | '')}
        >
          <option value="">All</option>
          {Object.keys(TONES).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </NativeSelect>
      </Group>
      <Loaded query={items}>
        {({ pages }) => (
          <RowsTable
            label="Items"
            rows={pages.flatMap((page) => page.items)}
            columns={COLUMNS}
            keyOf={({ step, key }) => `${step} ${key}`}
            onEnd={() => void (items.hasNextPage && !items.isFetchingNextPage && items.fetchNextPage())}
            empty={state ? `No item is ${state}.` : 'No items yet.'}
          />
        )}
      </Loaded>
      {items.hasNextPage && (
        <Group>
          <Button variant="default" loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
            More items
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const COLUMNS: Column<RunItem>[] = [
  {
    head: 'Item',
    cell: (item) => (
      <div className="pictured">
        {item.state === 'failed' && <ItemPicture of={item} />}
        <div>
          {item.key || item.step}
          {item.key && <Text size="xs">{item.step}</Text>}
        </div>
      </div>
    ),
  },
  {
    head: 'State',
    cell: ({ state, attempts, cached }) => (
      <>
        <State tone={TONES[state]}>{state}</State>
        {attempts > 1 && <Text size="xs">{attempts} attempts</Text>}
        {cached && <Text size="xs">from the cache</Text>}
      </>
    ),
  },
  {
    head: 'Result or reason',
    cell: (item) =>
      item.error ? (
        <>
          <b>{item.error.code}</b> in {item.error.step}: {item.error.reason}
        </>
      ) : item.results && Object.keys(item.results).length > 0 ? (
        <Results of={item} />
      ) : (
        '–'
      ),
  },
];

/** What the steps of an item gave, and the picture that they looked at. */
function Results({ of: item }: { of: RunItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Result of {Object.keys(item.results ?? {}).join(', ')}</summary>
      {isOpen && (
        <Stack gap="xs" mt="xs">
          <ItemPicture of={item} />
          <Code block mah={320} tabIndex={0} style={{ overflow: 'auto' }}>
            {JSON.stringify(item.results, null, 2)}
          </Code>
        </Stack>
      )}
    </details>
  );
}
