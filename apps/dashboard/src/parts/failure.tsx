import { Alert, Text } from '@mantine/core';
import { ApiError } from '../api/client';
import { InputError } from '../api/input-error';

/** Shows what went wrong and what to do about it, in the service's own words. */
export function Failure({ error }: { error: unknown }) {
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Alert color="red" variant="light" title={titleOf(error)} role="alert">
      <Text size="sm">{messageOf(error)}</Text>
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

/** Without a connection, `fetch` throws a TypeError. If a proxy answers instead of the service, `json` throws a SyntaxError. */
const isAway = (error: unknown): boolean => error instanceof TypeError || error instanceof SyntaxError;

function titleOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  if (error instanceof InputError) return 'This cannot be used';
  return isAway(error) ? 'The service cannot be reached' : 'The dashboard failed';
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isAway(error) ? `Is it still running? (${message})` : message;
}
