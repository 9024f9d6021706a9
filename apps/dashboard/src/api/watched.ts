import { focusManager } from '@tanstack/react-query';

/** A page counts as unwatched after this long without a mouse move or key press. */
const WATCHED_MS = 60_000;
/** How often an unwatched page polls. */
const UNWATCHED_EVERY_MS = 60_000;

/** A page that was just opened counts as watched: its data is new, and the first mouse move refetches nothing. */
let lastMove = 0;

const isWatched = (): boolean => performance.now() - lastMove < WATCHED_MS;

/** Refetches at once when the user comes back. */
function notice(): void {
  const cameBack = !isWatched();
  lastMove = performance.now();
  if (cameBack) focusManager.onFocus();
}

for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(name, notice, { capture: true, passive: true });

/** The polling interval in ms: `everyMs` while somebody is at the page, else a minute. */
export const whileWatched = (everyMs: number) => (): number => (isWatched() ? everyMs : UNWATCHED_EVERY_MS);
