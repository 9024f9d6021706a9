import { Alert, Text } from '@mantine/core';
import { Copyable } from '../parts/copyable';

/** The address to POST to for starting the pipeline. It is shown only once. */
export function HookAddress({ path }: { path: string }) {
  return (
    <Alert title="The address" color="teal">
      <Text size="sm" mb="xs">
        Anyone who knows it can start the pipeline. Save it: it is not shown again, and the previous address stops working.
      </Text>
      <Copyable text={`curl -X POST ${window.location.origin}${path} -H 'Content-Type: application/json' -d '{}'`} />
    </Alert>
  );
}
