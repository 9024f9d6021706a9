import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Copyable } from '../parts/copyable';
import { Loaded } from '../parts/loaded';
import { useFilterTest } from './queries';

/** Every event with a sample body and the address of its schema. Shown after the content above has loaded. */
export function EventCatalogue({ after }: { after: readonly UseQueryResult[] }) {
  const samples = useFilterTest('');
  return (
    <Stack gap="xs">
      <Title order={3}>Event catalogue</Title>
      <Loaded query={samples} after={after}>
        {({ events }) => (
          <Stack gap="xs">
            {events
              .filter(({ source }) => source === 'example')
              .map(({ type, data }) => (
                <details key={type}>
                  <summary>
                    <Text span size="sm" fw={600}>
                      {type}
                    </Text>
                  </summary>
                  <Stack gap="xs" mt="xs">
                    <Copyable
                      text={JSON.stringify({ id: 'evt_…', type, created_at: '2026-01-31T12:00:00.000Z', data }, null, 2)}
                      label="Copy sample"
                      maxHeight={320}
                    />
                    <Anchor href={`/v1/events/schemas/${type}`} size="sm">
                      JSON Schema of {type}
                    </Anchor>
                  </Stack>
                </details>
              ))}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
