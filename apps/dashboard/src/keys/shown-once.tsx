import { Alert, Stack, Text } from '@mantine/core';
import { Copyable } from '../parts/copyable';
import { ClientChoice } from './client-choice';
import { firstCall } from './first-call';
import type { CreatedKey } from './keys';

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
