import type { Middleware } from 'openapi-fetch';

/** The user counts as away after this long without a key press or click. */
const AWAY_MS = 5 * 60_000;

let lastInput = Date.now();

for (const name of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(name, () => (lastInput = Date.now()), { capture: true, passive: true });

/** Marks requests that a page sends while the user is away, so that a forgotten page does not keep its session alive. */
export const markBackground: Middleware = {
  onRequest({ request }) {
    if (Date.now() - lastInput > AWAY_MS) request.headers.set('percept-background', 'true');
    return request;
  },
};
