import type { Step, Tolerance } from '../../language';
import type { StepState } from '../entities/run-step.entity';

interface Counts {
  total: number;
  failed: number;
}

const allowedFailures = (tolerate: Tolerance, total: number): number =>
  'count' in tolerate ? tolerate.count : (tolerate.percent / 100) * total;

/** How many items of the step may fail; Infinity if the step runs to its end, or while the total is unknown. */
export function maxFailures(step: Step, total: number | null): number {
  if (step.kind !== 'block' || step.tolerate === undefined) return Infinity;
  return total === null && 'percent' in step.tolerate ? Infinity : Math.floor(allowedFailures(step.tolerate, total ?? 0));
}

/** Whether more items failed than the step tolerates. A step without a tolerance runs to its end. */
export function exceedsTolerance(step: Step, { total, failed }: Counts): boolean {
  return step.kind === 'block' && step.tolerate !== undefined && failed > allowedFailures(step.tolerate, total);
}

/** The state of a step whose items have ended. */
export function finalState(step: Step, counts: Counts): StepState {
  if (counts.failed === 0) return 'succeeded';
  const hasTolerance = step.kind === 'block' && step.tolerate !== undefined;
  const isFailed = hasTolerance ? exceedsTolerance(step, counts) : counts.failed === counts.total;
  return isFailed ? 'failed' : 'partial';
}
