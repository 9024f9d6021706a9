import { knownJsonSize, parseJsonInTurns, PerceptError, toJson, withKnownJson } from '../../kernel';
import type { CapabilityDefinition, CollectedMatch, CollectionQuery } from '../declaration';
import type { RunAnswer } from './runner';

type Answer = Extract<RunAnswer, { kind: 'answer' }>;

type Search = (query: CollectionQuery) => Promise<CollectedMatch[]>;

/**
 * Completes the output with the results of the handler's searches.
 * @param turn see `ThreadTurns.pass`.
 * @throws what `search` throws.
 */
export async function completed(
  capability: CapabilityDefinition,
  { output: written, searches = [] }: Answer,
  { search, turn = () => undefined }: { search: Search; turn?: () => Promise<void> | undefined },
): Promise<Record<string, unknown>> {
  const output = typeof written === 'string' ? await parsed(written, turn) : written;
  if (searches.length === 0) return output;
  if (!capability.complete) throw new Error(`${capability.id} searches, and has no 'complete' that takes what is found`);
  const found = await Promise.all(searches.map(search));
  return capability.complete(output, found) as Record<string, unknown>;
}

async function parsed(text: string, turn: () => Promise<void> | undefined): Promise<Record<string, unknown>> {
  return withKnownJson((await parseJsonInTurns(text, turn)) as Record<string, unknown>, text);
}

/** Adds the duration of the call to the output. @param start when the call began, from `performance.now()`. */
export function timed(output: Record<string, unknown>, start: number): Record<string, unknown> {
  const processing_time_ms = Math.round(performance.now() - start);
  const answer = { ...output, processing_time_ms };
  if (knownJsonSize(output) === 0 || 'processing_time_ms' in output) return answer;
  return withKnownJson(answer, `${toJson(output).slice(0, -1)},"processing_time_ms":${processing_time_ms}}`);
}

/** @throws PerceptError FORBIDDEN for an opt-in capability that the operator has not switched on. */
export function checkOptIn({ id, optIn }: CapabilityDefinition, optedIn: readonly string[] = []): void {
  if (!optIn || optedIn.includes(optIn.setting)) return;
  const how = `The operator of this installation switches it on with ${optIn.setting}=on.`;
  throw new PerceptError('FORBIDDEN', `${id} is switched off. ${how} ${optIn.reason}`);
}

export const noCollections = (): PerceptError =>
  PerceptError.invalid('collection', 'needs a running service, which has the collections: add --url.');
