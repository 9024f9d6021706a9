import { ENDED, type RunView } from '@percept/core';
import type { Watching } from '../http/event-stream';

/** A run as one watches it. */
export function watching(look: () => Promise<RunView>): Watching<RunView> {
  return { look, isEnd: ({ status }) => ENDED.includes(status), stateOf };
}

/** Another one for each change that a caller sees. */
function stateOf({ status, counts }: RunView): string {
  return [status, counts.total, counts.running, counts.succeeded, counts.failed].join('-');
}
