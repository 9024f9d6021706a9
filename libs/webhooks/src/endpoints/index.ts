export { EndpointDecryptor, type DecryptedEndpoint } from './decrypted-endpoint';
export { notFound } from './endpoints';
export { passesFilter } from './event-filter';
export { matchesEvent } from './event-patterns';
export { hold, sendNextHeld } from './pause';
export { EVENT_EXAMPLES } from './test-events';
