import { PerceptError } from '../../kernel';
import type { CapabilityDefinition, CollectedMatch, CollectionQuery } from '../declaration';
import type { RunAnswer } from './runner';

type Answer = Extract<RunAnswer, { kind: 'answer' }>;

/** The output with what the handler asked of collections. @throws what `search` throws. */
export async function completed(
  capability: CapabilityDefinition,
  { output, searches = [] }: Answer,
  search: (query: CollectionQuery) => Promise<CollectedMatch[]>,
): Promise<Record<string, unknown>> {
  if (searches.length === 0) return output;
  if (!capability.complete) throw new Error(`${capability.id} searches, and has no 'complete' that takes what is found`);
  const found = await Promise.all(searches.map(search));
  return capability.complete(output, found) as Record<string, unknown>;
}

/** @throws PerceptError FORBIDDEN for a capability that the operator has not switched on. */
export function checkOptIn({ id, optIn }: CapabilityDefinition, optedIn: readonly string[] = []): void {
  if (!optIn || optedIn.includes(optIn.setting)) return;
  const how = `The operator of this installation switches it on with ${optIn.setting}=on.`;
  throw new PerceptError('FORBIDDEN', `${id} is switched off. ${how} ${optIn.reason}`);
}

export const noCollections = (): PerceptError =>
  PerceptError.invalid('collection', 'needs a running service, which has the collections: add --url.');
