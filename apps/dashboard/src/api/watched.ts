import { focusManager } from '@tanstack/react-query';

/** After so long without a move or a key nobody watches the page. */
const WATCHED_MS = 60_000;
/** How often a page asks then. */
const UNWATCHED_EVERY_MS = 60_000;

/** Who has just opened the page is there: what it shows is new, and the first move asks for nothing. */
let lastMove = 0;

const isWatched = (): boolean => performance.now() - lastMove < WATCHED_MS;

/** Who comes back sees what is new at once. */
function notice(): void {
  const cameBack = !isWatched();
  lastMove = performance.now();
  if (cameBack) focusManager.onFocus();
}

for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(name, notice, { capture: true, passive: true });

/** The ms until a query asks again: these while somebody is at the page, else a minute. */
export const whileWatched = (everyMs: number) => (): number => (isWatched() ? everyMs : UNWATCHED_EVERY_MS);
