import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { PlainNumberField } from '../parts/fields/number-field';
import { useCreateKey, type CreatedKey, type KeyRequest } from './keys';

const PLANS = [
  { value: 'free', label: 'Free: 1,000 requests a month' },
  { value: 'pro', label: 'Pro: 100,000 requests a month' },
  { value: 'enterprise', label: 'Enterprise: your own limit' },
];
const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30d', label: 'In 30 days' },
  { value: '90d', label: 'In 90 days' },
  { value: '365d', label: 'In a year' },
];
const SCOPES = [
  { value: 'predict', label: 'predict', description: 'Analyse images, texts and series' },
  { value: 'pipelines', label: 'pipelines', description: 'Run pipelines and read their results' },
  { value: 'webhooks', label: 'webhooks', description: 'Manage webhook endpoints' },
  { value: 'admin', label: 'admin', description: 'Manage keys, see everyone’s usage' },
];

type Draft = Required<Pick<KeyRequest, 'name' | 'plan' | 'scopes' | 'expires_at' | 'aws'>> & Pick<KeyRequest, 'monthly_limit'>;

const FRESH: Draft = { name: '', plan: 'free', scopes: ['predict'], expires_at: 'never', aws: false };

export function NewKeyForm({ onMade }: { onMade: (made: CreatedKey) => void }) {
  const [draft, setDraft] = useState(FRESH);
  const create = useCreateKey();
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const wrong = (field: keyof Draft) => wrongWith(create.error, field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { monthly_limit, ...rest } = draft;
    create.mutate({ ...rest, ...(draft.plan === 'enterprise' && { monthly_limit }) }, { onSuccess: onMade });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="What the key is for, so that you recognise it later"
          placeholder="Shop window, production"
          required
          data-autofocus
          value={draft.name}
          error={wrong('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <NativeSelect
          label="Plan"
          data={PLANS}
          value={draft.plan}
          onChange={(event) => set({ plan: event.target.value as Draft['plan'] })}
        />
        {draft.plan === 'enterprise' && (
          <PlainNumberField
            label="Requests a month"
            description="1,000,000,000 if empty"
            min={1}
            max={1_000_000_000}
            error={wrong('monthly_limit')}
            value={draft.monthly_limit === undefined ? '' : String(draft.monthly_limit)}
            onChange={(value) => set({ monthly_limit: value === '' ? undefined : Number(value) })}
          />
        )}
        <Checkbox.Group
          label="Scopes"
          value={draft.scopes}
          error={wrong('scopes')}
          onChange={(scopes) => set({ scopes: scopes })}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox key={scope.value} {...scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label="Expires"
          data={EXPIRIES}
          value={draft.expires_at}
          error={wrong('expires_at')}
          onChange={(event) => set({ expires_at: event.target.value })}
        />
        <Checkbox
          label="Add an AWS key pair"
          description="An access key id and a secret access key for the AWS SDKs, boto3 and the AWS command line"
          checked={draft.aws}
          onChange={(event) => set({ aws: event.target.checked })}
        />
        {create.isError && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={draft.name.trim() === '' || draft.scopes.length === 0}>
            Generate key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
