import { correct, PerceptError, type Correction } from '../../../kernel';
import type { Transaction } from '../../../durable/database';
import type { Plan } from '../../language';
import { ENDED, type RunEntity } from '../entities';
import { findItem } from '../entities/item.repository';
import { reopenItem, reopenStep } from './reopen.repository';

export interface ItemCorrection {
  /** The key of the item, and its step if several steps have an item with that key. */
  at: { step?: string; key: string };
  /** Each path begins with the step that gave the result: `read.fields.total.value`. */
  corrections: readonly Correction[];
  about: { at: string; by: string };
}

const MAX_SHOWN = 200;

/**
 * Corrects results of an item's steps and reopens the item's own step: everything that depended on those results is made again.
 * @throws PerceptError NOT_FOUND, CONFLICT, INVALID_REQUEST.
 */
export async function correctItem(
  { manager }: Transaction,
  { id, status }: RunEntity,
  plan: Plan,
  { at, corrections, about }: ItemCorrection,
): Promise<void> {
  if (!ENDED.includes(status)) throw new PerceptError('CONFLICT', `The run '${id}' has not ended yet: it is ${status}.`);
  const item = await findItem(manager, id, at);
  if (!item) throw PerceptError.notFound(`The item '${at.key.slice(0, MAX_SHOWN)}' of the run '${id}'`);
  const step = plan.steps.find((each) => each.id === item.step);
  const { results } = item;
  if (!step || !results || item.state !== 'succeeded')
    throw new PerceptError('CONFLICT', 'The item has not succeeded: retry the run before you correct it.');
  const names = (step.kind === 'block' ? step.steps : [step]).map((each) => each.id);
  const changed = { ...results };
  for (const [index, { path, value }] of corrections.entries()) {
    const [, name, rest] = /^([^.[]+)\.(.+)$/.exec(path) ?? [];
    const field = `corrections[${index}]`;
    const result = name !== undefined && names.includes(name) ? changed[name] : undefined;
    if (typeof result !== 'object' || result === null)
      throw PerceptError.invalid(`${field}.path`, `must begin with a step of the item and a point: ${names.join(', ')}.`);
    changed[name!] = correct(result as Record<string, unknown>, { path: rest!, value }, { ...about, field });
  }
  // The steps after the first that was corrected may depend on it.
  const first = names.findIndex((name) => changed[name] !== results[name]);
  const kept = names.filter((name, index) => name in results && (index <= first || changed[name] !== results[name]));
  await reopenItem(manager, item, Object.fromEntries(kept.map((name) => [name, changed[name]])));
  await reopenStep(manager, id, step.id);
}
