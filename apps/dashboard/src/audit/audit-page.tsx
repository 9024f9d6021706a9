import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { answered, api, type Shapes } from '../api/client';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { Ago } from '../parts/time/ago';
import { inWords } from './in-words';

type Entry = Shapes['AuditEntryResponse'];

const TYPING_MS = 250;
const PAGE_SIZE = 100;

const COLUMNS: TableColumn<Entry>[] = [
  { head: 'When', cell: ({ at }) => <Ago at={at} /> },
  {
    head: 'Who',
    cell: ({ actor_name, actor_kind }) => (
      <>
        <b>{actor_name}</b>
        <Text size="xs" className="whole">
          {actor_kind.replace('_', ' ')}
        </Text>
      </>
    ),
  },
  {
    head: 'Action',
    cell: ({ action }) => (
      <>
        {inWords(action)}
        {inWords(action) !== action && (
          <Text size="xs" ff="monospace">
            {action}
          </Text>
        )}
      </>
    ),
  },
  { head: 'Object', cell: ({ target }) => target ?? '–' },
  { head: 'Address', cell: ({ address }) => <span className="whole">{address ?? '–'}</span> },
  {
    head: 'Request',
    cell: ({ request_id }) =>
      request_id ? (
        <Anchor component={Link} href={`/logs?search=${request_id}`} size="sm" underline="always">
          {request_id}
        </Anchor>
      ) : (
        '–'
      ),
  },
];

const useAudit = (search: string) =>
  useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE_SIZE, ...(search && { search }), ...(pageParam && { before: pageParam }) };
      return (await answered(api.GET('/v1/audit', { params: { query } }))).entries;
    },
    initialPageParam: '',
    getNextPageParam: (entries) => (entries.length === PAGE_SIZE ? entries.at(-1)!.id : undefined),
    placeholderData: keepPreviousData,
  });

export default function AuditPage() {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, TYPING_MS);
  const audit = useAudit(asked);
  const more = () => void (audit.hasNextPage && !audit.isFetchingNextPage && audit.fetchNextPage());
  return (
    <PageFrame title="Audit log" about="Changes by keys and administrators, refused keys and failed sign-ins, newest first.">
      <TextInput
        label="Search"
        description="Part of a name, an action or an object, such as DELETE or the id of a key."
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        maw={420}
      />
      <Loaded query={audit}>
        {({ pages }) => (
          <RowsTable
            label="Audit log"
            rows={pages.flat()}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            onEnd={more}
            empty={asked ? `No entry contains “${asked}”.` : 'No changes yet.'}
          />
        )}
      </Loaded>
      {audit.hasNextPage && (
        <Group>
          <Button variant="default" loading={audit.isFetchingNextPage} onClick={more}>
            Older entries
          </Button>
        </Group>
      )}
    </PageFrame>
  );
}
