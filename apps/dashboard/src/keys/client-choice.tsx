import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../parts/copyable';
import { AWS, clientLines } from './client-lines';
import type { CreatedKey } from './keys';

/** Shows what to change in another service's client, so that it talks to this Percept. */
export function ClientChoice({ made }: { made: CreatedKey }) {
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
