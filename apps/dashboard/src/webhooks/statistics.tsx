import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ago } from '../parts/time/ago';
import type { Statistics } from './queries';
import { counted } from '../parts/text/counted';
import { number, percent } from '../parts/text/numbers';

/** The share of successful attempts and their median time, for a cell of the list. */
export function InShort({ of: statistics }: { of: Statistics | undefined }) {
  if (statistics?.success_rate == null) return <>nothing sent</>;
  return (
    <>
      {percent(statistics.success_rate)}
      <Text size="xs">
        {counted(statistics.attempts, 'attempt')}, p95 {statistics.p95_ms} ms
      </Text>
    </>
  );
}

function Figure({ name, value, more }: { name: string; value: ReactNode; more?: ReactNode }) {
  return (
    <Stack gap={0} role="group" aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fw={600} size="lg" component="div">
        {value}
      </Text>
      {more && (
        <Text size="xs" component="div">
          {more}
        </Text>
      )}
    </Stack>
  );
}

/** Delivery results of an endpoint in the last 24 hours. */
export function EndpointStatistics({ of: statistics }: { of: Statistics | undefined }) {
  if (!statistics) return null;
  const { deliveries, succeeded, exhausted, attempts, success_rate, p50_ms, p95_ms, last_failure } = statistics;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <Figure
        name="Attempts that arrived"
        value={success_rate == null ? '–' : percent(success_rate)}
        more={`of ${number(attempts)} in 24 hours`}
      />
      <Figure name="Deliveries" value={number(deliveries)} more={`${number(succeeded)} arrived, ${number(exhausted)} given up`} />
      <Figure
        name="Latency"
        value={p50_ms == null ? '–' : `${p50_ms} ms`}
        more={p95_ms == null ? 'no attempt yet' : `p50; p95 ${p95_ms} ms`}
      />
      <Figure
        name="Last failure"
        value={last_failure ? <Ago at={last_failure.at} /> : 'none'}
        more={last_failure ? last_failure.reason : 'in 24 hours'}
      />
    </SimpleGrid>
  );
}
