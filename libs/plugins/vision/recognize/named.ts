import type { CollectedMatch } from '@percept/sdk/pipelines';
import { rounded } from '../confidence';
import type { NamedCandidate, RecognizedFace, RecognizeOutput } from './recognize-output';

/** What a face is called that is like nobody. */
export const UNKNOWN = 'unknown';
const MAX_CANDIDATES = 5;

/** The faces with the names of what their questions found, in their order. */
export function named(output: RecognizeOutput, found: readonly (readonly CollectedMatch[])[]): RecognizeOutput {
  return { ...output, faces: output.faces.map((face, index) => nameOf(face, found[index]!, output.min_similarity)) };
}

function nameOf(face: RecognizedFace, matches: readonly CollectedMatch[], minSimilarity: number): RecognizedFace {
  const people = new Map<string, number>();
  for (const { label, similarity } of matches)
    if (label !== null) people.set(label, Math.max(similarity, people.get(label) ?? -1));
  const all = [...people].map(([name, similarity]): NamedCandidate => ({ name, similarity: rounded(similarity) }));
  all.sort((one, other) => other.similarity - one.similarity);
  const candidates = all.filter(({ similarity }) => similarity >= minSimilarity).slice(0, MAX_CANDIDATES);
  const [nearest] = all;
  const similarity = nearest && { similarity: nearest.similarity };
  return { ...face, name: candidates[0]?.name ?? UNKNOWN, ...similarity, candidates };
}
