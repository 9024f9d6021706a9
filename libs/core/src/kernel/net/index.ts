export { type AddressRules, forbiddenAddress } from './addresses';
export { type FetchMediaOptions, type FetchedMedia, fetchMedia, FORBIDDEN_REDIRECT, type MayFollow } from './fetch-media';
export { type OutboundFailure, type OutboundFailureKind, outboundFailure } from './outbound-failure';
export { NameResolver, type NameResolverOptions, type Resolve } from './name-resolver';
export { USER_AGENT } from './user-agent';
export { ForbiddenAddressError, type SafeAgentOptions, safeAgent } from './outbound';
