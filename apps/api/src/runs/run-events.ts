import { ENDED, type RunResponse } from '@percept/core';
import type { Watching } from '../http/streams/event-stream';

/** A run as one watches it. */
export function watching(look: () => Promise<RunResponse>): Watching<RunResponse> {
  return { look, isEnd: ({ status }) => ENDED.includes(status), stateOf };
}

/** Another one for each change that a caller sees. */
function stateOf({ status, counts }: RunResponse): string {
  return [status, counts.total, counts.running, counts.succeeded, counts.failed].join('-');
}
