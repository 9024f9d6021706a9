import type { FastifyRequest } from 'fastify';
import type { CompatLibrary } from '../compat-library';
import type { CompatUploads } from '../compat-uploads';

type Bound<F> = F extends (request: FastifyRequest, ...rest: infer R) => infer T ? (...rest: R) => T : never;

/** `CompatUploads` bound to one request. */
export type CallerUploads = { [K in keyof CompatUploads]: Bound<CompatUploads[K]> };

/** `CompatLibrary` bound to one request, with the uploads of its caller. */
export type CallerLibrary = { [K in keyof CompatLibrary]: Bound<CompatLibrary[K]> } & { uploads: CallerUploads };

export function callerLibrary(library: CompatLibrary, uploads: CompatUploads, request: FastifyRequest): CallerLibrary {
  return {
    models: () => library.models(request),
    pipelines: () => library.pipelines(request),
    runs: () => library.runs(request),
    run: (start, options) => library.run(request, start, options),
    pipeline: (name) => library.pipeline(request, name),
    get: (runId) => library.get(request, runId),
    items: (runId) => library.items(request, runId),
    output: (runId, name) => library.output(request, runId, name),
    uploads: {
      keep: (image) => uploads.keep(request, image),
      list: () => uploads.list(request),
      read: (id) => uploads.read(request, id),
    },
  };
}
