import { Alert, Stack, Text, Select } from '@mantine/core';
import { Copyable } from '../parts/copyable';
import { firstCall } from './first-call';
import type { CreatedKey } from './keys';
import { useState } from 'react';
import { AWS, clientLines } from './client-lines';

/** A newly made key, and a command that uses it. */
export function ShownOnce({ made }: { made: CreatedKey }) {
  return (
    <Stack>
      <Alert variant="light" color="indigo" title="Copy the key now">
        <Text size="sm">It is stored as a hash only and cannot be shown again.</Text>
      </Alert>
      <div data-testid="new-key">
        <Copyable text={made.key} label="Copy key" />
      </div>
      <Text size="sm" fw={600}>
        Try it
      </Text>
      <div data-testid="first-call">
        <Copyable text={firstCall(window.location.origin, made.key, made.scopes)} label="Copy curl line" />
      </div>
      <ClientChoice made={made} />
    </Stack>
  );
}

/** Shows what to change in another service's client, so that it talks to this Percept. */
function ClientChoice({ made }: { made: CreatedKey }) {
  const all = clientLines(window.location.origin, made);
  const [client, setClient] = useState<string | null>(made.aws_access_key_id ? AWS : null);
  const lines = all.find((each) => each.client === client)?.lines;
  return (
    <Stack gap="xs">
      <Select
        label="Use a client that you already have"
        placeholder="Google, AWS, Frigate, Triton, an agent …"
        data={all.map((each) => each.client)}
        value={client}
        onChange={setClient}
      />
      {lines !== undefined && (
        <div data-testid="client-lines">
          <Copyable text={lines} label="Copy lines" />
        </div>
      )}
    </Stack>
  );
}
