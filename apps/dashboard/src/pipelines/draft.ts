import { useState } from 'react';
import type { Pipeline } from './answers';

/** A text that is not saved yet, and the revision that it was begun from. */
export interface Draft {
  text: string;
  /** Null for a pipeline that is not there yet. */
  from: string | null;
}

/** What somebody writes over a saved pipeline. Its text stays as it is when another one is saved meanwhile. */
export function useDraft({ source, revision }: Pick<Pipeline, 'source' | 'revision'>) {
  const [written, setWritten] = useState<Draft>();
  // Saved, or taken back by hand: from now on it follows what is saved.
  if (written?.text === source) setWritten(undefined);
  const draft: Draft = written ?? { text: source, from: revision };
  return {
    draft,
    write: (text: string) => setWritten({ ...draft, text }),
    /** Text that was typed since then is based on the saved revision. */
    saved: (from: string) => setWritten((latest) => latest && { ...latest, from }),
    drop: () => setWritten(undefined),
  };
}
