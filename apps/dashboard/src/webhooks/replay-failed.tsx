import { Confirm } from '../parts/confirm';
import type { Delivery } from './queries';
import { useRecover } from './queries';

/** Sends everything again that was given up, of the last 30 days. */
export function ReplayFailed({ webhook, deliveries }: { webhook: string; deliveries: readonly Delivery[] }) {
  const recover = useRecover(webhook);
  const failed = deliveries.filter(({ state }) => state === 'exhausted').length;
  if (failed === 0) return null;
  return (
    <Confirm
      label="Replay all that failed"
      size="xs"
      title="Send again what failed?"
      consequence={`Percept sends what was given up in the last 30 days again, in order, at the rate of the endpoint: ${failed} of those listed here, and older ones. Each keeps its event id, so that your receiver can recognise it.`}
      onConfirm={() => recover.mutateAsync()}
    />
  );
}
