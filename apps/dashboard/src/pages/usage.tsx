import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, type Shapes } from '../api/client';
import { useKeys } from '../keys/keys';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable } from '../parts/rows-table';
import { DayBars } from '../usage/bars';
import { byTime, ERROR_COLUMNS, keyColumns, OPERATIONS } from '../usage/columns';
import { whileWatched } from '../api/watched';
import { counted } from '../parts/text/counted';

const DAY_MS = 86_400_000;

function useUsage(days: number, keyId: string) {
  const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return useQuery({
    queryKey: ['usage', from, keyId],
    queryFn: () => answered(api.GET('/v1/usage', { params: { query: { from, ...(keyId && { key_id: keyId }) } } })),
    placeholderData: keepPreviousData,
    refetchInterval: whileWatched(10_000),
  });
}

export default function Usage() {
  const [days, setDays] = useState(30);
  const [key, setKey] = useState('');
  const { data: keys } = useKeys();
  const usage = useUsage(days, key);
  return (
    <PageFrame title="Usage" about="Requests, response times, and what is left of the monthly quota. Days are in UTC.">
      <Group>
        <NativeSelect label="Days" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {[7, 30, 90, 365].map((each) => (
            <option key={each} value={each}>
              The last {each}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label="Key" value={key} onChange={(event) => setKey(event.target.value)}>
          <option value="">All keys</option>
          {keys?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Group>
      <Loaded query={usage}>
        {({ days: byDay, operations, keys: byKey, errors }) => (
          <Stack gap="lg">
            <Stack gap="xs">
              <Title order={3}>By day</Title>
              <DayBars days={byDay} />
              <Text size="xs">
                Excludes the dashboard’s own requests. Red: responses with status 400 or above, which do not count towards the
                quota.
              </Text>
            </Stack>
            <Operations of={operations} dashboard={byDay.reduce((sum, { dashboard }) => sum + dashboard.requests, 0)} />
            <Stack gap="xs">
              <Title order={3}>Cost by key</Title>
              <Text size="sm">
                Processing is the time spent on calls of capabilities, including those of runs that the key started.
              </Text>
              <RowsTable
                label="Cost by key"
                rows={byKey.toSorted(byTime)}
                columns={keyColumns(byKey)}
                keyOf={({ key_id }) => key_id}
                empty="No keys yet."
              />
            </Stack>
            <Stack gap="xs">
              <Title order={3}>Errors</Title>
              <RowsTable
                label="Errors"
                rows={errors}
                columns={ERROR_COLUMNS}
                keyOf={({ status }) => String(status)}
                empty="No errors in these days."
              />
            </Stack>
          </Stack>
        )}
      </Loaded>
    </PageFrame>
  );
}

type Operation = Shapes['UsageResponse']['operations'][number];

/** Shows capabilities first. The rest, mostly this dashboard's own traffic, is collapsed. */
function Operations({ of: all, dashboard }: { of: readonly Operation[]; dashboard: number }) {
  const sorted = all.toSorted((one, other) => other.requests - one.requests);
  const others = sorted.filter(({ capability }) => !capability);
  const count = others.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <Stack gap="xs">
      <Title order={3}>By capability</Title>
      <RowsTable
        label="By capability"
        rows={sorted.filter(({ capability }) => capability)}
        columns={OPERATIONS}
        keyOf={({ operation }) => operation}
        empty="No calls yet. Try the playground, or the curl command of a new key."
      />
      {others.length > 0 && (
        <details className="more">
          <summary>
            {counted(count, 'other request')}
            {dashboard > 0 && `, including ${counted(dashboard, 'request')} of this dashboard`}
          </summary>
          <RowsTable label="Other requests" rows={others} columns={OPERATIONS} keyOf={({ operation }) => operation} />
        </details>
      )}
    </Stack>
  );
}
