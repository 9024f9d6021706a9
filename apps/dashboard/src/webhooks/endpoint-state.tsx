import { Text } from '@mantine/core';
import { Ago } from '../parts/time/ago';
import { State } from '../parts/state';
import type { Webhook } from './queries';

/** Shows whether deliveries are sent and, if not, why. */
export function EndpointState({ of: { active, disabled_reason, circuit, circuit_until, failing_since } }: { of: Webhook }) {
  if (!active)
    return (
      <>
        <State tone="quiet">off</State>
        <Text size="xs">{disabled_reason ?? 'Switched off. Its deliveries are held.'}</Text>
      </>
    );
  if (circuit === 'open')
    return (
      <>
        <State tone="bad">breaker open</State>
        <Text size="xs">
          Too many attempts failed in a row; the next is tried <Ago at={circuit_until} never="soon" />.
        </Text>
      </>
    );
  if (circuit === 'half_open') return <State tone="warn">breaker half open: probing</State>;
  return (
    <>
      <State tone={failing_since ? 'warn' : 'good'}>{failing_since ? 'failing' : 'on'}</State>
      {failing_since && (
        <Text size="xs">
          Since <Ago at={failing_since} />
        </Text>
      )}
    </>
  );
}
