import type { JobContext } from '../../../durable/queue';
import type { EvaluationContext } from '../../../expressions';
import type { CallInput } from '../../../inference/host';
import type { CallStep, Step } from '../../language';
import { operations } from '../../operations';
import { callOperation, type StepResult } from '../calls/call-operation';
import { redirectRule } from '../calls/secret-destinations';
import { type RunEntity, type RunShardEntity, ITEM_WAITS, type ItemWait, type ShardWait } from '../entities';
import type { LocalRun } from '../context/run-context';
import { knownOutcomes } from '../context/step-outcome';
import { scopeAfter } from '../context/step-scope';
import { Stoppable } from '../context/stoppable';
import { ItemWriter } from './item-writer';
import type { OpenCall } from '../context/call-times';
import type { ShardClaim } from './shard-claim';

/** A shard that this process has claimed. */
export interface ClaimedShard {
  row: RunEntity;
  step: Step;
  shard: RunShardEntity;
  claim: ShardClaim;
  /** The lease of the shard's job. */
  lease: JobContext;
  /** All items of the step; null while it is being listed. */
  total: number | null;
  /** Whether too many items of the step have failed. */
  stopping: boolean;
}

/** One shard of a run while this process works on it. Results go to `writer`. */
export class ShardContext extends Stoppable {
  readonly step: Step;
  readonly shard: RunShardEntity;
  readonly claim: ShardClaim;
  readonly lease: JobContext;
  readonly writer: ItemWriter;
  readonly waits = new ShardWaits();

  private constructor(
    readonly run: LocalRun,
    readonly claimed: ClaimedShard,
    /** The names that expressions of the items see besides the item itself. */
    readonly scope: EvaluationContext,
  ) {
    super();
    this.step = claimed.step;
    this.shard = claimed.shard;
    this.claim = claimed.claim;
    this.lease = claimed.lease;
    this.writer = new ItemWriter(run.services, this.claim, (error) => this.stop(error), run);
  }

  static async open(run: LocalRun, claimed: ClaimedShard): Promise<ShardContext> {
    await run.results.ask();
    const outcomes = await knownOutcomes(run, claimed.step.after);
    return new ShardContext(run, claimed, await scopeAfter(run, claimed.step, outcomes));
  }

  /** A process ended while it worked on the shard: one of the items that were in flight may be the cause. */
  get isAfterCrash(): boolean {
    return this.shard.crashes > 0;
  }

  /** Calls a capability or an operation and counts the call against the project that started the run. */
  call(step: CallStep, input: CallInput, time: OpenCall): Promise<StepResult> {
    const { uses, timeoutMs } = step;
    const operation = operations.get(uses);
    const { signal } = this;
    const { services, row } = this.run;
    const mayFollow = redirectRule(step.secrets, { secrets: this.run.secrets, isRestricted: this.run.paths.bounded });
    const isLong = services.host.capabilities.get(uses)?.long ?? false;
    const payer = { projectId: row.project_id, keyId: row.key_id };
    return services.meter({ payer, capability: uses, isLong, signal }, (followed) => {
      if (operation) {
        time.begin(null);
        return callOperation(this.run, { operation, step, input, signal, mayFollow });
      }
      return services.host.call(uses, input, {
        patient: true,
        timeoutMs,
        mayFollow,
        share: this.run.share,
        projectId: row.project_id,
        onBegin: (worker) => time.begin(worker),
        ...followed,
      });
    });
  }
}

/** Why the items of one shard wait, in the process that works on it. */
class ShardWaits {
  private readonly waits = new Set<Omit<ShardWait, 'count'>>();

  /** Records the wait while `work` runs. */
  async during<T>(kind: ItemWait, until: number | null, work: () => Promise<T>): Promise<T> {
    const wait = { kind, until };
    this.waits.add(wait);
    try {
      return await work();
    } finally {
      this.waits.delete(wait);
    }
  }

  /** The current waits of the items, one entry for each kind. */
  get now(): ShardWait[] {
    return ITEM_WAITS.flatMap((kind) => {
      const waits = [...this.waits].filter((each) => each.kind === kind);
      if (waits.length === 0) return [];
      const ends = waits.flatMap(({ until }) => until ?? []);
      return [{ kind, count: waits.length, until: ends.length > 0 ? Math.min(...ends) : null }];
    });
  }
}
