import { setFlagsFromString } from 'node:v8';

/** Sets how V8 collects garbage in this thread and in threads that start from now on. */
export function tuneGarbageCollector(): void {
  // A worker's heap is small and steady, while megabytes of pixels pass through. By default V8 lets such a heap grow by a tenth,
  // which causes a full collection every four images; three times the live size means one every forty.
  setFlagsFromString('--heap-growing-percent=200');
  // Here one thread copies the live objects of a young heap before other threads wake up; on busy cores it would wait for them.
  setFlagsFromString('--no-parallel-scavenge');
}
