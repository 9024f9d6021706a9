import { join } from 'node:path';

/** The key under which `sdk/percept.js`, the package that plugins import, finds the SDK folder of this process. */
const SERVICE = Symbol.for('percept.sdk');

/** Plugins that this thread loads from now on share its classes and decorators, whichever copy of `@percept/sdk` they import. */
export function announceSdk(): void {
  Object.assign(globalThis, { [SERVICE]: join(__dirname, '..', '..', 'sdk') });
}
