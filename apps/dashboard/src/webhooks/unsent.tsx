import { Text } from '@mantine/core';
import { Ago } from '../parts/time/ago';
import type { Delivery } from './queries';

/** Explains why a delivery has no attempt. Shows nothing if it has one. */
export function Unsent({ of: delivery }: { of: Delivery }) {
  if (delivery.attempts.length > 0) return null;
  return <Text size="sm">{reasonOf(delivery)}</Text>;
}

function reasonOf({ state, next_attempt_at: next }: Delivery) {
  if (state === 'cancelled') return 'Not sent: the endpoint was deleted, or was disabled for too long.';
  if (state === 'held') return 'Not sent yet: the endpoint is disabled.';
  if (state === 'sending') return 'Not sent yet: the first attempt is in progress.';
  if (!next) return 'Not sent yet: it is queued.';
  return (
    <>
      Not sent yet: the first attempt is due <Ago at={next} />.
    </>
  );
}
