import { isIP } from 'node:net';
import { forbiddenAddress } from '@percept/core';
import { PerceptError } from '@percept/sdk';

/**
 * Checks an endpoint's URL without asking the network; the address behind its name is checked at each attempt.
 * @throws INVALID_REQUEST.
 */
export function checkUrl(text: string, allowLoopback: boolean): string {
  const refuse = (reason: string) => PerceptError.invalid('url', reason);
  if (!URL.canParse(text)) throw refuse('This is not a URL. Use one like https://example.com/hooks.');
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const loopback = isLoopback(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback && allowLoopback)) {
    throw refuse(`Deliveries go over https only, not ${url.protocol.slice(0, -1)}.${hintOf(loopback, allowLoopback)}`);
  }
  if (url.username || url.password) throw refuse('Leave user name and password out of the URL; check the signature instead.');
  if (loopback && !allowLoopback) throw refuse(`${host} is this machine itself.${hintOf(loopback, allowLoopback)}`);
  const forbidden = isIP(host) ? forbiddenAddress(host, { allowLoopback }) : undefined;
  if (forbidden) throw refuse(`${forbidden}; deliveries go to the public internet only.`);
  return url.href;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return (
    isIP(host) !== 0 && forbiddenAddress(host) !== undefined && forbiddenAddress(host, { allowLoopback: true }) === undefined
  );
}

function hintOf(loopback: boolean, allowLoopback: boolean): string {
  return loopback && !allowLoopback ? ' For development set PERCEPT_WEBHOOK_ALLOW_LOOPBACK=on.' : '';
}
