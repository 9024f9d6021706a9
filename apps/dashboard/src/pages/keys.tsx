import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { getKeyState, useKeys, useRevokeKey, useRotateKey, type CreatedKey, type Key } from '../keys/keys';
import { NewKeyForm } from '../keys/new-key';
import { ShownOnce } from '../keys/shown-once';
import { Ago } from '../parts/time/ago';
import { Confirm } from '../parts/confirm';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State } from '../parts/state';

const TONES = { active: 'good', revoked: 'bad', expired: 'quiet' } as const;

/** The content of the dialog: the form, or the key that was created. */
type Shown = 'form' | CreatedKey | undefined;

export default function Keys() {
  const keys = useKeys();
  const [shown, setShown] = useState<Shown>();
  const made = typeof shown === 'object' ? shown : undefined;
  const columns: TableColumn<Key>[] = [...FACTS, { head: 'Actions', cell: (key) => <Actions of={key} onRotated={setShown} /> }];
  return (
    <PageFrame
      title="API Keys"
      about="Programs send a key with every request. Give each program its own key, so that you can revoke one at a time."
      actions={<Button onClick={() => setShown('form')}>Generate New Key</Button>}
    >
      <Loaded query={keys}>
        {(rows) =>
          rows.length > 0 ? (
            <RowsTable label="API keys" rows={rows} columns={columns} keyOf={({ id }) => id} />
          ) : (
            <Empty title="No keys yet">
              “Generate New Key” creates a key and shows it once, with a curl command that works. On the command line it is{' '}
              <code>percept keys create --name NAME</code>.
            </Empty>
          )
        }
      </Loaded>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={made ? `The key “${made.name}”` : 'Generate new key'}
        size="lg"
        closeOnClickOutside={!made}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {made ? <ShownOnce made={made} /> : <NewKeyForm onMade={setShown} />}
      </Modal>
    </PageFrame>
  );
}

const FACTS: TableColumn<Key>[] = [
  {
    head: 'Name',
    cell: ({ name, prefix }) => (
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" ff="monospace">
          {prefix}…
        </Text>
      </div>
    ),
  },
  {
    head: 'Plan',
    cell: ({ plan, monthly_limit }) => (
      <div>
        {plan}
        <Text size="xs">{monthly_limit.toLocaleString('en')} a month</Text>
      </div>
    ),
  },
  { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  {
    head: 'State',
    cell: (key) => (
      <div>
        <State tone={TONES[getKeyState(key)]}>{getKeyState(key)}</State>
        {key.expires_at && getKeyState(key) === 'active' && (
          <Text size="xs">
            ends <Ago at={key.expires_at} />
          </Text>
        )}
      </div>
    ),
  },
  { head: 'Last used', cell: ({ last_used_at }) => <Ago at={last_used_at} /> },
];

function Actions({ of: { id, name, revoked_at }, onRotated }: { of: Key; onRotated: (made: CreatedKey) => void }) {
  const rotate = useRotateKey();
  const revoke = useRevokeKey();
  if (revoked_at) return <Ago at={revoked_at} />;
  return (
    <Group gap="xs">
      <Confirm
        label="Rotate"
        size="xs"
        title={`Rotate “${name}”?`}
        consequence="A new secret is made for the same key. The old one stops working at once."
        onConfirm={async () => onRotated(await rotate.mutateAsync(id))}
      />
      <Confirm
        label="Revoke"
        size="xs"
        grave
        title={`Revoke “${name}”?`}
        consequence="Programs that use it are refused at once, in every process. This cannot be undone."
        onConfirm={() => revoke.mutateAsync(id)}
      />
    </Group>
  );
}
