import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { NumberField } from '../parts/fields/number-field';
import { EVENTS } from './events';
import { FilterTest } from './filter-test';
import { useEditWebhook, type Webhook } from './queries';
import { SecretOnce } from './secret-once';

/** Changes everything about an endpoint; of its own headers only the names are known, so that they are replaced as a whole. */
export function EditWebhook({ of: webhook }: { of: Webhook }) {
  const [open, { open: ask, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={ask}>
        Edit
      </Button>
      <Modal opened={open} onClose={close} title="Edit the endpoint" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <EditForm of={webhook} onDone={close} />
      </Modal>
    </>
  );
}

const MONOSPACE = { input: { fontFamily: 'monospace' } };

function EditForm({ of: webhook, onDone }: { of: Webhook; onDone: () => void }) {
  const [url, setUrl] = useState(webhook.url);
  const [description, setDescription] = useState(webhook.description ?? '');
  const [events, setEvents] = useState<string[]>(webhook.events.includes('*') ? [] : webhook.events);
  const [filter, setFilter] = useState(webhook.filter ?? '');
  const [rate, setRate] = useState(String(webhook.rate_per_second ?? ''));
  const [headers, setHeaders] = useState('');
  const edit = useEditWebhook(webhook.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = { url, description, events: events.length > 0 ? events : ['*'], filter, rate_per_second: Number(rate) || 0 };
    const body = { ...named, ...(headers.trim() && { headers: readHeaders(headers) }) };
    edit.mutate(body, { onSuccess: ({ secret }) => !secret && onDone() });
  };
  if (edit.data?.secret) return <SecretOnce secret={edit.data.secret} />;
  const others = webhook.events.filter((each) => each !== '*' && !(EVENTS as string[]).includes(each));
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="URL"
          description="Another host gets a new secret, and loses the headers"
          required
          value={url}
          error={wrongWith(edit.error, 'url')}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextInput label="Description" value={description} onChange={(event) => setDescription(event.target.value)} />
        <Checkbox.Group label="Events" description="None chosen: all of them" value={events} onChange={setEvents}>
          <Stack gap="xs" mt="xs">
            {[...EVENTS, ...others].map((each) => (
              <Checkbox key={each} value={each} label={each} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label="Filter"
          description="A CEL expression over type and data; only events for which it is true are sent"
          placeholder="data.status == 'partial'"
          styles={MONOSPACE}
          value={filter}
          error={wrongWith(edit.error, 'filter')}
          onChange={(event) => setFilter(event.target.value)}
        />
        <FilterTest filter={filter} />
        <NumberField
          label="Attempts a second, at most"
          description="0 or empty: no limit"
          min={0}
          max={1000}
          value={rate}
          error={wrongWith(edit.error, 'rate_per_second')}
          onChange={setRate}
        />
        <Textarea
          label="Headers of your own"
          description={`One “name: value” a line. ${webhook.header_names.length > 0 ? `There are ${webhook.header_names.join(', ')}; what you write replaces them` : 'There are none yet'}`}
          autosize
          minRows={2}
          styles={MONOSPACE}
          value={headers}
          error={wrongWith(edit.error, 'headers')}
          onChange={(event) => setHeaders(event.target.value)}
        />
        {edit.isError && <Failure error={edit.error} />}
        <Group justify="flex-end">
          <Text size="xs">Attempts and waits between them are settings of the service (PERCEPT_WEBHOOK_WAITS).</Text>
          <Button type="submit" loading={edit.isPending} disabled={url.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** `name: value` in each line. */
function readHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
