import { State, type Tone } from '../parts/state';
import type { Run } from '../pipelines/answers';

const TONES: Record<Run['status'], Tone> = {
  queued: 'quiet',
  running: 'busy',
  succeeded: 'good',
  partial: 'warn',
  failed: 'bad',
  cancelled: 'quiet',
};

export function RunStateBadge({ of: { status } }: { of: Run }) {
  return <State tone={TONES[status]}>{status}</State>;
}
