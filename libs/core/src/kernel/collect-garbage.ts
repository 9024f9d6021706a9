import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** A full collection in this thread, of some 20 ms: for memory that V8 does not count, and would keep while nothing happens. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as () => void;
  collect();
}
