/** Why items wait, apart from a place in the queue: for a slot of the process, a worker, a quota, or their next attempt. */
export const ITEM_WAITS = ['slot', 'worker', 'quota', 'retry'] as const;
export type ItemWait = (typeof ITEM_WAITS)[number];

/** How many items of a shard wait for the same thing. */
export interface ShardWait {
  kind: ItemWait;
  count: number;
  /** When the first of them continues, in ms since the epoch; null: as soon as something is free. */
  until: number | null;
}
