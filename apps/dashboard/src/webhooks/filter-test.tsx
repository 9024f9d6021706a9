import { Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { wrongWith } from '../api/client';
import { State } from '../parts/state';
import { useFilterTest } from './queries';

const TYPING_MS = 300;

/** Shows, during editing, which of the latest events and examples a filter lets through. */
export function FilterTest({ filter }: { filter: string }) {
  const [asked] = useDebouncedValue(filter, TYPING_MS);
  const test = useFilterTest(asked);
  const mistake = wrongWith(test.error, 'filter');
  if (asked === '') return null;
  if (mistake)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {mistake}
      </Text>
    );
  const events = test.data?.events ?? [];
  return (
    <Stack gap={4} role="group" aria-label="What the filter lets through">
      <Text size="sm" role="status">
        Lets through {events.filter(({ passes }) => passes).length} of {events.length} events.
      </Text>
      <div className="tested">
        {events.map(({ source, id, type, passes }) => (
          <Group key={id ?? type} gap="xs" wrap="nowrap">
            <State tone={passes ? 'good' : 'quiet'}>{passes ? 'sent' : 'filtered out'}</State>
            <Text size="xs">
              {type} ({source === 'recent' ? id : 'example'})
            </Text>
          </Group>
        ))}
      </div>
    </Stack>
  );
}
