import { Button, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { Loaded } from '../../parts/loaded';
import { counted } from '../../parts/text/counted';
import type { RunItem } from '../../pipelines/answers';
import { useItems } from '../queries';
import { Gallery } from './gallery';
import { ItemView } from './item-view';
import { ItemsTable, TONES } from './items-table';
import { ALL, isWanted, namesIn, toShown, type Shown, type Wanted } from './shown';
import { number } from '../../parts/text/numbers';

type View = 'pictures' | 'table';

/** The outcome of each item, shown as pictures if the items have any. */
export function Items({ run, failed }: { run: string; failed: number }) {
  const [chosen, setState] = useState<RunItem['state'] | ''>();
  const [view, setView] = useState<View>();
  const [wanted, setWanted] = useState(ALL);
  // Shows failed items first, because users come for them.
  const state = chosen ?? (failed > 0 ? 'failed' : '');
  const items = useItems(run, state);
  const shown = useMemo(() => items.data?.pages.flatMap((page) => page.items.map(toShown)) ?? [], [items.data]);
  const hasPictures = shown.some(({ item }) => item.file_url !== null);
  const asked = view ?? (hasPictures && state !== 'failed' ? 'pictures' : 'table');
  const isFiltered = wanted.name !== '' || wanted.count > 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = items;
  const more = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  // A filter applies to all items, not only to the loaded ones.
  useEffect(() => {
    if (isFiltered) more();
  });
  // Filtering by content needs all items and the gallery view.
  const toFilter = () => {
    setState(chosen ?? '');
    setView('pictures');
  };
  const matching = isFiltered ? shown.filter((each) => isWanted(each, wanted)) : shown;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3}>Items</Title>
        <Group gap="sm">
          {hasPictures && (
            <SegmentedControl
              aria-label="View of the items"
              value={asked}
              onChange={(value) => setView(value)}
              data={[
                { value: 'pictures', label: 'Pictures' },
                { value: 'table', label: 'Table' },
              ]}
            />
          )}
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
      </Group>
      {hasPictures && <Filter shown={shown} wanted={wanted} onChange={setWanted} onOpen={toFilter} />}
      {isFiltered && (
        <Text size="sm" role="status">
          {counted(matching.length, 'item')} of {number(shown.length)}
          {hasNextPage && ', still looking'}
        </Text>
      )}
      <Loaded query={items}>
        {() => <View {...{ run, shown: matching, as: asked, state: isFiltered ? '' : state, more }} />}
      </Loaded>
      {hasNextPage && !isFiltered && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={more}>
            More items
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface ViewProps {
  run: string;
  shown: readonly Shown[];
  as: View;
  state: string;
  more: () => void;
}

function View({ run, shown, as, state, more }: ViewProps) {
  const [index, setIndex] = useState<number>();
  return (
    <>
      {as === 'pictures' ? (
        <Gallery shown={shown} onOpen={setIndex} onEnd={more} />
      ) : (
        <ItemsTable shown={shown} onOpen={setIndex} onEnd={more} empty={state ? `No item is ${state}.` : 'No items.'} />
      )}
      <ItemView run={run} shown={shown} index={index} onMove={setIndex} />
    </>
  );
}

interface FilterProps {
  shown: readonly Shown[];
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
  onOpen: () => void;
}

const CONFIDENCES = [0, 0.5, 0.7, 0.9];
const COUNTS = [0, 1, 2, 5, 10];

/** Filters pictures by their content. */
function Filter({ shown, wanted, onChange, onOpen }: FilterProps) {
  const [isOpen, { toggle }] = useDisclosure(false, { onOpen });
  const names = useMemo(() => namesIn(shown), [shown]);
  if (!isOpen)
    return (
      <Group>
        <Button size="compact-sm" variant="default" onClick={toggle}>
          Filter by what they show
        </Button>
      </Group>
    );
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  return (
    <Group gap="sm" align="end">
      <NativeSelect
        label="Show items"
        value={wanted.isWithout ? 'without' : 'with'}
        onChange={(event) => set({ isWithout: event.target.value === 'without' })}
      >
        <option value="with">with</option>
        <option value="without">without</option>
      </NativeSelect>
      <NativeSelect label="Name" value={wanted.name} onChange={(event) => set({ name: event.target.value })}>
        <option value="">anything</option>
        {names.map(([name, items]) => (
          <option key={name} value={name}>
            {name} ({items})
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label="Confidence"
        value={wanted.confidence}
        onChange={(event) => set({ confidence: Number(event.target.value) })}
      >
        {CONFIDENCES.map((each) => (
          <option key={each} value={each}>
            {each === 0 ? 'any' : `${each * 100} % or more`}
          </option>
        ))}
      </NativeSelect>
      {!wanted.isWithout && (
        <NativeSelect label="Boxes" value={wanted.count} onChange={(event) => set({ count: Number(event.target.value) })}>
          {COUNTS.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? 'any number' : `${each} or more`}
            </option>
          ))}
        </NativeSelect>
      )}
      <Button
        variant="default"
        onClick={() => {
          onChange(ALL);
          toggle();
        }}
      >
        No filter
      </Button>
    </Group>
  );
}
