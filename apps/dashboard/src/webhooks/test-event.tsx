import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '../parts/failure';
import { EVENTS } from './events';
import { useTestWebhook } from './queries';

/** Sends an example of an event to this endpoint alone. */
export function TestEvent({ webhook }: { webhook: string }) {
  const [type, setType] = useState<string>(EVENTS[0]!);
  const test = useTestWebhook(webhook);
  return (
    <>
      <Group align="flex-end">
        <NativeSelect label="Example of" data={[...EVENTS]} value={type} onChange={(event) => setType(event.target.value)} />
        <Button variant="default" onClick={() => test.mutate(type)} loading={test.isPending}>
          Send test event
        </Button>
      </Group>
      {test.isError && <Failure error={test.error} />}
    </>
  );
}
