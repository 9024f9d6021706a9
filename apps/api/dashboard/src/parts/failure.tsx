import { Alert, Text } from '@mantine/core';
import { ApiError } from '../api/client';

/** What went wrong and what to do about it, in the service's own words. */
export function Failure({ error }: { error: unknown }) {
  const known = error instanceof ApiError ? error : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Alert color="red" variant="light" title={known?.code ?? 'The service cannot be reached'} role="alert">
      <Text size="sm">{known ? message : `Is it still running? (${message})`}</Text>
      {known?.field && (
        <Text size="sm" mt={4}>
          Field: <code>{known.field}</code>
        </Text>
      )}
      {known?.requestId && (
        <Text size="xs" mt={4}>
          Request {known.requestId}
        </Text>
      )}
    </Alert>
  );
}
