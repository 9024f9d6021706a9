import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { useSetSecret } from './secrets';

const FRESH = { name: '', value: '', hosts: '' };

/** Sets or replaces a secret. */
export function SecretForm({ onSet }: { onSet: () => void }) {
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
