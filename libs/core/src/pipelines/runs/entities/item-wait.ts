/** What items wait for besides a place in the queue: a slot of the process, a worker, a quota, or their next attempt. */
export const ITEM_WAITS = ['slot', 'worker', 'quota', 'retry'] as const;
export type ItemWait = (typeof ITEM_WAITS)[number];

/** How many items of a shard wait for the same thing. */
export interface ShardWait {
  kind: ItemWait;
  count: number;
  /** When the first of them goes on, in ms since the epoch; null: when something is free. */
  until: number | null;
}
