/** The service addresses in docs/. In a proxy's configuration, the address stays as it is. */
const WRITTEN =
  /(?<!proxy (?:https?:\/\/)?|proxy_pass (?:https?:\/\/)?)(https?:\/\/)?(?:127\.0\.0\.1|localhost|YOUR-HOST):3000(?!\d)(\/?)/g;
const WRITTEN_IN_PARTS = "protocol: 'http', apiEndpoint: '127.0.0.1', port: 3000";

/**
 * Replaces the service's address in a page by the one that its reader uses, so that commands can be copied.
 * @param origin such as `https://percept.example.com`.
 */
export function withReadersAddress(text: string, origin: string): string {
  const { protocol, hostname, host, port } = new URL(origin);
  const number = port || (protocol === 'https:' ? '443' : '80');
  return text
    .replaceAll(WRITTEN_IN_PARTS, `protocol: '${protocol.slice(0, -1)}', apiEndpoint: '${hostname}', port: ${number}`)
    .replaceAll(WRITTEN, (_, scheme?: string, slash = '') => (scheme || slash ? origin : host) + slash);
}
