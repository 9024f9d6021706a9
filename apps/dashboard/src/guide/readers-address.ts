/** What the pages of docs/ have for the address of the service. A proxy in front of it keeps talking to that. */
const WRITTEN =
  /(?<!proxy (?:https?:\/\/)?|proxy_pass (?:https?:\/\/)?)(https?:\/\/)?(?:127\.0\.0\.1|localhost|YOUR-HOST):3000(?!\d)(\/?)/g;
const WRITTEN_IN_PARTS = "protocol: 'http', apiEndpoint: '127.0.0.1', port: 3000";

/**
 * A page of docs/ with the address that its reader uses, so that commands can be copied.
 * @param origin such as `https://percept.example.com`.
 */
export function withReadersAddress(text: string, origin: string): string {
  const { protocol, hostname, host, port } = new URL(origin);
  const number = port || (protocol === 'https:' ? '443' : '80');
  return text
    .replaceAll(WRITTEN_IN_PARTS, `protocol: '${protocol.slice(0, -1)}', apiEndpoint: '${hostname}', port: ${number}`)
    .replaceAll(WRITTEN, (_, scheme?: string, slash = '') => (scheme || slash ? origin : host) + slash);
}
