import type { Middleware } from 'openapi-fetch';

/** The user counts as away after this long without a key or a click. */
const AWAY_MS = 5 * 60_000;

let lastInput = Date.now();

for (const name of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(name, () => (lastInput = Date.now()), { capture: true, passive: true });

/** Says of what a page asks by itself that nobody is at it: a forgotten page must not keep its session alive. */
export const markBackground: Middleware = {
  onRequest({ request }) {
    if (Date.now() - lastInput > AWAY_MS) request.headers.set('percept-background', 'true');
    return request;
  },
};
