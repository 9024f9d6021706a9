import type { HookRequest } from '@percept/sdk/pipelines';
import { createVerify } from 'node:crypto';
import { request, type Dispatcher } from 'undici';
import { headerFrom } from './headers';

const HOST = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(\.cn)?$/;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const MAX_CERTIFICATES = 20;
const ALGORITHMS: Record<string, string> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };
const SIGNED = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** A message of Amazon SNS. */
export type SnsMessage = Record<string, string>;

/** Certificates by their address. The content behind an address never changes. */
const certificates = new Map<string, string>();

/** The SNS message in a request; undefined if there is none. @param value the parsed body. */
export function snsMessage(hook: HookRequest, value: unknown): SnsMessage | undefined {
  const isSns = headerFrom(hook, 'x-amz-sns-message-type') !== undefined && typeof value === 'object' && value !== null;
  if (!isSns) return undefined;
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Why a message does not come from SNS; undefined if it does. @throws Error for a network failure. */
export async function whyNotSns(message: SnsMessage, agent: Dispatcher): Promise<string | undefined> {
  const { SigningCertURL = '', Signature = '', SignatureVersion = '' } = message;
  const algorithm = ALGORITHMS[SignatureVersion];
  if (!algorithm) return `the SignatureVersion '${SignatureVersion.slice(0, 20)}' is not known`;
  if (!isOfSns(SigningCertURL) || !SigningCertURL.endsWith('.pem')) return 'its SigningCertURL is not one of SNS';
  const certificate = certificates.get(SigningCertURL) ?? (await get(SigningCertURL, agent));
  if (!isRight(message, Signature, { algorithm, certificate })) return 'the signature of SNS is not right';
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
  certificates.set(SigningCertURL, certificate);
  return undefined;
}

/** Confirms to SNS that the address wants its messages. @returns why that failed. @throws Error for a network failure. */
export async function confirmSubscription({ SubscribeURL = '' }: SnsMessage, agent: Dispatcher): Promise<string | undefined> {
  if (!isOfSns(SubscribeURL)) return 'its SubscribeURL is not one of SNS';
  await get(SubscribeURL, agent);
  return undefined;
}

function isRight(message: SnsMessage, signature: string, by: { algorithm: string; certificate: string }): boolean {
  const isNotification = message['Type'] === 'Notification';
  const names = SIGNED.filter((name) => (isNotification ? !['SubscribeURL', 'Token'].includes(name) : name !== 'Subject'));
  const signed = names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
  try {
    return createVerify(by.algorithm).update(signed).verify(by.certificate, signature, 'base64');
  } catch {
    // The answer is not a certificate.
    return false;
  }
}

function isOfSns(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  return protocol === 'https:' && HOST.test(hostname) && port === '' && username === '' && password === '';
}

async function get(url: string, dispatcher: Dispatcher): Promise<string> {
  const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) });
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > MAX_BYTES) throw new Error(`${new URL(url).hostname} sent too much`);
  }
  if (statusCode !== 200) throw new Error(`${new URL(url).hostname} answered ${statusCode}`);
  return text;
}
