import { isSameOrigin } from './same-origin';

const from = (origin: string | undefined, protocol: 'http' | 'https', host: string, site?: string) =>
  isSameOrigin({ headers: { origin, ...(site && { 'sec-fetch-site': site }) }, protocol, host });

test.each([
  ['http://percept.example:3000', 'http', 'percept.example:3000', undefined],
  ['https://percept.example', 'https', 'percept.example', 'same-origin'],
  ['https://percept.example', 'https', 'percept.example:443', undefined],
  ['http://[::1]:3000', 'http', '[::1]:3000', undefined],
  // A proxy with TLS that PERCEPT_TRUSTED_PROXIES does not name.
  ['https://percept.example', 'http', 'percept.example', 'same-origin'],
] as const)('%s is the page of a service at %s://%s', (origin, protocol, host, site) =>
  expect(from(origin, protocol, host, site)).toBe(true),
);

test.each([
  [undefined, 'http', 'percept.example', undefined],
  ['null', 'https', 'percept.example', undefined],
  // Somebody on the way made a page of the same host without TLS.
  ['http://percept.example', 'https', 'percept.example', undefined],
  ['http://percept.example', 'http', 'percept.example', 'cross-site'],
  ['https://percept.example:8443', 'https', 'percept.example', undefined],
  ['https://evil@percept.example', 'https', 'percept.example', undefined],
  ['https://percept.example/path', 'https', 'percept.example', undefined],
  ['https://percept.example', 'https', 'percept.example', 'same-site'],
  ['https://percept.example', 'https', 'not a host', undefined],
] as const)('%s is not the page of a service at %s://%s (%s)', (origin, protocol, host, site) =>
  expect(from(origin, protocol, host, site)).toBe(false),
);
