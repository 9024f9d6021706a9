export { type AddressRules, forbiddenAddress } from './addresses';
export { type FetchMediaOptions, fetchMedia, type MayFollow } from './fetch-media';
export { outboundFailure, type ConnectionFailure } from './outbound-failure';
export { NameResolver, type Resolve } from './name-resolver';
export { USER_AGENT } from './user-agent';
export { safeAgent } from './outbound';
