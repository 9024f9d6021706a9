import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { LoggedRequest } from '../logs/entry';
import { Filters } from '../logs/filters';
import { useLogHours, useLogs, type LogEntry, type LogSearch } from '../logs/queries';
import { HoursChart } from '../parts/hours/hours-chart';
import { Ago } from '../parts/time/ago';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State, type Tone } from '../parts/state';
import { number } from '../parts/text/numbers';

const TYPING_MS = 250;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

const COLUMNS: TableColumn<LogEntry>[] = [
  {
    head: 'When',
    cell: ({ at }) => (
      <>
        <span className="whole">{clock.format(new Date(at))}</span>
        <Text size="xs" className="whole">
          <Ago at={at} />
        </Text>
      </>
    ),
  },
  { head: 'Status', cell: ({ status }) => <State tone={toneOf(status)}>{String(status)}</State> },
  {
    head: 'Operation',
    isTitle: true,
    cell: ({ operation, method, path, error }) => (
      <>
        {operation}
        {operation !== `${method} ${path}` && (
          <Text size="xs" c="dimmed" className="anywhere">
            {method} {path}
          </Text>
        )}
        {error && (
          <Text size="xs">
            <b>{error.code}</b>: {error.message}
          </Text>
        )}
      </>
    ),
  },
  { head: 'Key', cell: ({ key_name }) => <span className="name">{key_name}</span> },
  { head: 'Duration', cell: ({ duration_ms }) => <span className="whole">{number(duration_ms)} ms</span> },
  { head: 'Request', cell: (entry) => <LoggedRequest of={entry} /> },
];

/** Reads the search from the address, so that a link opens the same view. */
function searchOfAddress(): LogSearch {
  const query = new URLSearchParams(window.location.search);
  const of = (name: string): string => query.get(name) ?? '';
  const named = { search: of('search'), status: of('status'), key_id: of('key_id'), min_ms: of('min_ms') };
  return { ...named, day: of('day'), dashboard: of('dashboard') };
}

function writeAddress(search: LogSearch): void {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''));
  window.history.replaceState(null, '', query.size > 0 ? `/logs?${query}` : '/logs');
}

export default function Logs() {
  const [search, setSearch] = useState(searchOfAddress);
  const [live, setLive] = useState(false);
  const [asked] = useDebouncedValue(search, TYPING_MS);
  const logs = useLogs(asked, live);
  const hours = useLogHours(asked, live);
  const change = (next: LogSearch) => {
    setSearch(next);
    writeAddress(next);
  };
  const isSearch = Object.values(asked).some((value) => value !== '');
  return (
    <PageFrame
      title="Logs"
      about="Every request with its key, status, duration and error. The dashboard's own requests are hidden unless you include them."
    >
      <Filters search={search} onChange={change} live={live} onLive={setLive} />
      <HoursChart hours={hours.data ?? []} />
      <Loaded query={logs}>
        {({ pages }) => (
          <RowsTable
            label="Requests"
            rows={pages.flatMap((page) => page.entries)}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            onEnd={() => void (logs.hasNextPage && !logs.isFetchingNextPage && logs.fetchNextPage())}
            empty={isSearch ? 'No requests match.' : 'No requests yet. Try the playground, or the curl command of a new key.'}
          />
        )}
      </Loaded>
      {logs.hasNextPage && (
        <Group>
          <Button variant="default" loading={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
            Older requests
          </Button>
        </Group>
      )}
    </PageFrame>
  );
}
