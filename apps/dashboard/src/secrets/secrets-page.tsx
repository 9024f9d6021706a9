import { Button, Modal, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Confirm } from '../parts/confirm';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { Ago } from '../parts/time/ago';
import { useDeleteSecret, useSecrets, type Secret, useSetSecret } from './secrets';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';

const FRESH = { name: '', value: '', hosts: '' };

export default function Secrets() {
  const secrets = useSecrets();
  const remove = useDeleteSecret();
  const [open, setOpen] = useState(false);
  const columns: TableColumn<Secret>[] = [
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
    <PageFrame
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
    </PageFrame>
  );
}

/** Sets or replaces a secret. */
function SecretForm({ onSet }: { onSet: () => void }) {
  const [draft, setDraft] = useState(FRESH);
  const save = useSetSecret();
  const change = (field: keyof typeof FRESH) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const hosts = draft.hosts.split(/[\s,]+/).filter((host) => host !== '');
    save.mutate({ name: draft.name, value: draft.value, hosts }, { onSuccess: onSet });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="Capital letters, digits and underscores"
          placeholder="API_TOKEN"
          data-autofocus
          value={draft.name}
          error={wrongWith(save.error, 'name')}
          onChange={change('name')}
        />
        <PasswordInput
          label="Value"
          autoComplete="off"
          value={draft.value}
          error={wrongWith(save.error, 'value')}
          onChange={change('value')}
        />
        <TextInput
          label="Hosts that may receive it"
          description="Separated by commas. Without hosts, no call with a URL can use the secret."
          placeholder="api.example.com, *.example.org"
          value={draft.hosts}
          error={wrongWith(save.error, 'hosts')}
          onChange={change('hosts')}
        />
        {save.isError && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={draft.name === '' || draft.value === ''}>
            Set the secret
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
