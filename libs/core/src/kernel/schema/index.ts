export { AcceptsSecrets, secretFields } from './accepts-secrets';
export { Alias, aliasesFor } from './alias';
export { AcceptsMedia, acceptedMedia, type MediaKind } from './media-kind';
export { IsDateTime, IsFraction, IsListOf, IsNested, IsTime } from './nested';
export { OrNull } from './or-null';
export { describeSchema, show } from './phrase';
export { type Class, type JsonSchema, toJsonSchema, nestedClass, toOutputSchema, toReferringSchema } from './schema';
