import type { Store } from '../../durable/database';
import type { Removal, RetentionRule } from '../../durable/retention';
import { deletedBefore, deletePipeline } from './pipeline-revision.repository';

/** Removes deleted pipelines with their revisions. Until then, anyone who saves such a pipeline again finds its history. */
export const pipelineRetention = (store: Store, keepMs: number): RetentionRule => ({
  kind: 'pipelines',
  keepMs,
  async *remove({ before, batch }): Removal {
    for (let found = batch; found === batch;) {
      found = await store.transaction(async ({ manager }) => {
        const deleted = await deletedBefore(manager, before, batch);
        for (const each of deleted) await deletePipeline(manager, each);
        return deleted.length;
      });
      yield found;
    }
  },
});
