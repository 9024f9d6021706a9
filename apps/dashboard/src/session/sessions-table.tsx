import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Text } from '@mantine/core';
import { answered, api, type Shapes } from '../api/client';
import { Loaded } from '../parts/loaded';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { Ago } from '../parts/time/ago';

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

type Session = Shapes['SignedInSessionResponse'];

const SESSIONS = ['sessions'];

/** The signed-in browsers, each with a button to end its session. */
export function SessionsTable() {
  const query = useQuery({ queryKey: SESSIONS, queryFn: () => answered(api.GET('/v1/sessions')) });
  const columns: TableColumn<Session>[] = [
    { head: 'Browser', cell: ({ user_agent, current }) => `${browserName(user_agent)}${current ? ' (this one)' : ''}` },
    { head: 'From', cell: ({ address }) => address },
    { head: 'Signed in', cell: ({ created_at }) => <Ago at={created_at} /> },
    { head: 'Last used', cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
    { head: '', cell: (session) => (session.current ? null : <EndButton session={session} />) },
  ];
  return (
    <>
      <Text size="sm">A session ends after 8 hours without use, and after 14 days in any case.</Text>
      <Loaded query={query}>
        {({ sessions }) => <RowsTable label="Sessions" rows={sessions} columns={columns} keyOf={({ id }) => id} />}
      </Loaded>
    </>
  );
}

function EndButton({ session }: { session: Session }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: async () => void (await api.DELETE('/v1/sessions/{id}', { params: { path: { id: session.id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
    meta: { done: 'Browser signed out.' },
  });
  return (
    <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate()}>
      Sign out
    </Button>
  );
}

const nameIn = (names: [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** The common name of a browser, from its User-Agent: enough for users to recognise their own. */
function browserName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const parts = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)].filter(Boolean);
  return parts.length > 0 ? parts.join(' on ') : text.slice(0, 40) || 'Unknown';
}
