import { Alert, Text } from '@mantine/core';
import { Copyable } from '../parts/copyable';

/** Where others POST to start the pipeline: it is shown this once. */
export function HookAddressResponse({ path }: { path: string }) {
  return (
    <Alert title="The address" color="teal">
      <Text size="sm" mb="xs">
        Who knows it may start the pipeline. Keep it: it is shown only this once, and one from before works no more.
      </Text>
      <Copyable text={`curl -X POST ${window.location.origin}${path} -H 'Content-Type: application/json' -d '{}'`} />
    </Alert>
  );
}
