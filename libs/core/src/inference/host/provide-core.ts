import Module from 'node:module';
import { join } from 'node:path';

// A plugin's own copies would have their own classes and their own store of decorators: it gets the service's.
const LENT: Record<string, string> = {
  '@percept/core': join(__dirname, '..', '..', 'index.js'),
  '@percept/core/testing': join(__dirname, '..', '..', 'testing.js'),
  'class-transformer': require.resolve('class-transformer'),
  'class-validator': require.resolve('class-validator'),
  'class-validator-jsonschema': require.resolve('class-validator-jsonschema'),
  'reflect-metadata': require.resolve('reflect-metadata'),
};

type Resolver = (request: string, ...rest: unknown[]) => string;
const loader = Module as unknown as { _resolveFilename: Resolver };
let lent = false;

/** From now on whoever requires `@percept/core` or the libraries that describe inputs gets this process's own. */
export function provideDependencies(): void {
  if (lent) return;
  lent = true;
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, ...rest) =>
    Object.hasOwn(LENT, request) ? LENT[request]! : resolve.call(loader, request, ...rest);
}
