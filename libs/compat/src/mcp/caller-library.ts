import type { FastifyRequest } from 'fastify';
import type { CompatLibrary } from '../compat-library';

type Bound<F> = F extends (request: FastifyRequest, ...rest: infer R) => infer T ? (...rest: R) => T : never;

/** `CompatLibrary` for one request. */
export type CallerLibrary = { [K in Exclude<keyof CompatLibrary, 'models'>]: Bound<CompatLibrary[K]> } & Pick<
  CompatLibrary,
  'models'
>;

export function callerLibrary(library: CompatLibrary, request: FastifyRequest): CallerLibrary {
  return {
    models: () => library.models(),
    pipelines: () => library.pipelines(request),
    runs: () => library.runs(request),
    run: (start, options) => library.run(request, start, options),
    pipeline: (name) => library.pipeline(request, name),
    get: (runId) => library.get(request, runId),
    items: (runId) => library.items(request, runId),
    output: (runId, name) => library.output(request, runId, name),
  };
}
