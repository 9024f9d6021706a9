import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../parts/confirm';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { RowsTable, type Column } from '../parts/rows-table';
import { Ago } from '../parts/time/ago';
import { SecretForm } from './secret-form';
import { useDeleteSecret, useSecrets, type Secret } from './secrets';

export default function Secrets() {
  const secrets = useSecrets();
  const remove = useDeleteSecret();
  const [open, setOpen] = useState(false);
  const columns: Column<Secret>[] = [
    { head: 'Name', cell: ({ name }) => <code>{name}</code> },
    { head: 'May go to', cell: ({ hosts }) => hosts.join(', ') || 'no host' },
    { head: 'Set', cell: ({ updated_at }) => <Ago at={updated_at} /> },
    {
      head: 'Actions',
      cell: ({ name }) => (
        <Confirm
          label="Delete"
          size="xs"
          grave
          title={`Delete ${name}?`}
          consequence="Runs that use it are refused from now on. Its value cannot be shown or restored."
          onConfirm={() => remove.mutateAsync(name)}
        />
      ),
    },
  ];
  return (
    <Page
      title="Secrets"
      about="Pipelines use a secret as ${{ secrets.NAME }}. It goes to the hosts that you name, and nobody can read it again."
      actions={<Button onClick={() => setOpen(true)}>Set a secret</Button>}
    >
      <Loaded query={secrets}>
        {(rows) =>
          rows.length > 0 ? (
            <RowsTable label="Secrets" rows={rows} columns={columns} keyOf={({ name }) => name} />
          ) : (
            <Empty title="No secrets yet">
              “Set a secret” keeps a token or a password for your pipelines. On the command line it is{' '}
              <code>percept secrets set NAME</code>.
            </Empty>
          )
        }
      </Loaded>
      <Modal opened={open} onClose={() => setOpen(false)} title="Set a secret" closeButtonProps={{ 'aria-label': 'Close' }}>
        <SecretForm onSet={() => setOpen(false)} />
      </Modal>
    </Page>
  );
}
