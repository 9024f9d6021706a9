import { useState } from 'react';
import type { Pipeline } from './answers';

/** An unsaved text, and the revision that it is based on. */
export interface PipelineDraft {
  text: string;
  /** Null for a pipeline that does not exist yet. */
  from: string | null;
}

/** The edited text of a saved pipeline. It stays unchanged if another text is saved meanwhile. */
export function useDraft({ source, revision }: Pick<Pipeline, 'source' | 'revision'>) {
  const [written, setWritten] = useState<PipelineDraft>();
  // Once saved or undone by hand, the text follows the saved one again.
  if (written?.text === source) setWritten(undefined);
  const draft: PipelineDraft = written ?? { text: source, from: revision };
  return {
    draft,
    write: (text: string) => setWritten({ ...draft, text }),
    /** Text typed since then is based on the saved revision. */
    saved: (from: string) => setWritten((latest) => latest && { ...latest, from }),
    drop: () => setWritten(undefined),
  };
}
