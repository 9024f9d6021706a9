import { Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { wrongWith } from '../api/client';
import { PlainNumberField } from '../parts/fields/number-field';
import { EVENTS } from './events';
import { FilterTest } from './filter-test';
import type { Webhook } from './queries';

/** The values of the endpoint form, as text. */
interface EndpointDraft {
  url: string;
  description: string;
  /** Empty means all events. */
  events: string[];
  filter: string;
  rate: string;
  attempts: string;
  /** One `name: value` per line. */
  headers: string;
  /** Whether to remove the existing headers. */
  dropHeaders: boolean;
}

export const toEndpointDraft = (webhook?: Webhook): EndpointDraft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: !webhook || webhook.events.includes('*') ? [] : webhook.events,
  filter: webhook?.filter ?? '',
  rate: String(webhook?.rate_per_second ?? ''),
  attempts: String(webhook?.max_attempts ?? ''),
  headers: '',
  dropHeaders: false,
});

/** The request body with all values. Headers are included only if they change. */
export function toEndpointBody({ url, description, events, filter, rate, attempts, headers, dropHeaders }: EndpointDraft) {
  const changed = headers.trim() !== '' || dropHeaders;
  return {
    ...{ url, description, filter, events: events.length > 0 ? events : ['*'] },
    ...{ rate_per_second: Number(rate) || 0, max_attempts: Number(attempts) || 0 },
    ...(changed && { headers: readHeaders(headers) }),
  };
}

function readHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

interface FieldsProps {
  draft: EndpointDraft;
  change: (changes: Partial<EndpointDraft>) => void;
  error: unknown;
  /** The edited endpoint. */
  webhook?: Webhook;
}

const MONOSPACE = { input: { fontFamily: 'monospace' } };

/** All settings of an endpoint. */
export function EndpointFields(props: FieldsProps) {
  const { draft, change, error, webhook } = props;
  const others = draft.events.filter((each) => !(EVENTS as string[]).includes(each));
  return (
    <Stack>
      <TextInput
        label="URL"
        description={
          webhook
            ? 'A new host gets a new secret and no custom headers'
            : 'An https URL on the public internet that receives the deliveries'
        }
        placeholder="https://example.com/hooks"
        required
        data-autofocus
        value={draft.url}
        error={wrongWith(error, 'url')}
        onChange={(event) => change({ url: event.target.value })}
      />
      <TextInput
        label="Description"
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Checkbox.Group
        label="Events"
        description="All events if none is chosen"
        value={draft.events}
        onChange={(events) => change({ events })}
      >
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
        value={draft.filter}
        error={wrongWith(error, 'filter')}
        onChange={(event) => change({ filter: event.target.value })}
      />
      <FilterTest filter={draft.filter} />
      <Sending {...props} />
    </Stack>
  );
}

function Sending({ draft, change, error, webhook }: FieldsProps) {
  const names = webhook?.header_names ?? [];
  return (
    <>
      <Group grow align="flex-start">
        <PlainNumberField
          label="Maximum attempts per second"
          description="0 or empty: no limit"
          min={0}
          max={1000}
          value={draft.rate}
          error={wrongWith(error, 'rate_per_second')}
          onChange={(rate) => change({ rate })}
        />
        <PlainNumberField
          label="Attempts per delivery"
          description="0 or empty: the default of the service"
          min={0}
          max={30}
          value={draft.attempts}
          error={wrongWith(error, 'max_attempts')}
          onChange={(attempts) => change({ attempts })}
        />
      </Group>
      <Textarea
        label="Custom headers"
        description={`One “name: value” per line. ${names.length > 0 ? `Now: ${names.join(', ')}. What you write replaces them` : 'Their values are kept encrypted and never shown'}`}
        autosize
        minRows={2}
        styles={MONOSPACE}
        value={draft.headers}
        error={wrongWith(error, 'headers')}
        onChange={(event) => change({ headers: event.target.value })}
      />
      {names.length > 0 && (
        <Checkbox
          label="Remove the current headers"
          checked={draft.dropHeaders}
          onChange={(event) => change({ dropHeaders: event.target.checked })}
        />
      )}
    </>
  );
}
