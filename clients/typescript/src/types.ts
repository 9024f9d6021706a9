import type { paths } from './schema.js';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The paths that analyse something: each has a twin that does it later. */
export type AnalysisPath = { [P in keyof paths]: `${P}/async` extends keyof paths ? P : never }[keyof paths];

type Post<P extends keyof paths> = paths[P] extends { post: infer Operation } ? Operation : never;

/** The answer of an analysis. */
export type ResultOf<P extends AnalysisPath> = Post<P> extends { responses: { 200: infer Answer } } ? Json<Answer> : never;

type Body<P extends AnalysisPath> = Post<P> extends { requestBody: infer Request } ? Json<Request> : never;

/** The parameters of an analysis. An image, a video or a document may be a `Blob` or a `File`: it is uploaded as it is, not as Base64. */
export type InputOf<P extends AnalysisPath> = {
  [K in keyof Body<P>]: K extends 'image' | 'video' | 'document' ? Body<P>[K] | Blob : Body<P>[K];
};

type Get<P extends keyof paths> = paths[P] extends { get: infer Operation } ? Operation : never;
type Answer<P extends keyof paths> = Get<P> extends { responses: { 200: infer Found } } ? Json<Found> : never;

/** The paths that answer in pages. */
export type PagedPath = {
  [P in keyof paths]: Answer<P> extends { next_cursor: string | null } ? P : never;
}[keyof paths];

/** One entry of such a page. */
export type EntryOf<P extends PagedPath> = {
  [K in keyof Answer<P>]: Answer<P>[K] extends (infer Entry)[] ? Entry : never;
}[keyof Answer<P>];

/** What a path and its query take. */
export type ParametersOf<P extends PagedPath> =
  Get<P> extends { parameters: infer Parameters } ? Pick<Parameters, keyof Parameters & ('path' | 'query')> : never;
