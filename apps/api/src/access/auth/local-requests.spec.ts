import { requireLocal } from './local-requests';

const HOST = 'localhost:3000';

const ask = (headers: Record<string, string>, corsOrigins: string[] = []) => {
  const request = { headers, host: HOST, hostname: 'localhost', protocol: 'http' as const };
  return () => requireLocal(request, { corsOrigins });
};

test.each<Record<string, string>>([
  {},
  { origin: `http://${HOST}` },
  { origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' },
  // Typed into the address bar.
  { 'sec-fetch-site': 'none' },
])('without authentication this machine may ask: %j', (headers) => expect(ask(headers)).not.toThrow());

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost:4000' },
  { origin: `http://${HOST}`, 'sec-fetch-site': 'same-site' },
  { origin: `ftp://${HOST}` },
  { origin: 'null' },
])('without authentication a page of another site is refused: %j', (headers) =>
  expect(ask(headers)).toThrow(/PERCEPT_AUTH=off.*own pages/),
);

test('an origin of PERCEPT_CORS_ORIGINS may ask', () => {
  const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
  expect(ask(headers, ['https://app.example'])).not.toThrow();
});
