import { setFlagsFromString } from 'node:v8';

/** How V8 collects garbage in this process, in threads that start from now on and in this one. */
export function tuneGarbageCollector(): void {
  // A worker's heap is small and steady, and megabytes of pixels pass by it. Left to itself V8 lets such a heap grow by a
  // tenth, which is a full collection every four images; three times the live size is one every forty.
  setFlagsFromString('--heap-growing-percent=200');
  // What lives in a young heap here one thread has copied before others are awake: on cores that compute, it waits for them.
  setFlagsFromString('--no-parallel-scavenge');
}
