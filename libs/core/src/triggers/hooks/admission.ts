import type { Dispatcher } from 'undici';
import { PerceptError } from '../../kernel';
import { outboundFailure } from '../../kernel/net';
import type { Verification } from '../../pipelines/trigger-sources/verify';
import type { HookRequest } from './hook-request';
import { whyUnsigned } from './signature';
import { confirmSubscription, snsMessage, whyNotSns, type SnsMessage } from './sns';

/** The fields of the answer to a request that starts no run. */
export type HookAnswer = Record<string, string>;

const MAX_CHALLENGE = 1_000;

interface AdmissionContext {
  /** Gets the value of the secret; undefined if it is not set. */
  secret: (name: string) => Promise<string | undefined>;
  agent: () => Dispatcher;
  /** ms since the epoch. */
  now: number;
}

/** Why the trigger does not trust the sender of a request; undefined if it does. SNS signs the parsed value, not the bytes. */
export async function whyUntrusted(
  request: HookRequest,
  verification: Exclude<Verification, { kind: 'sns' }>,
  { secret, now }: AdmissionContext,
): Promise<string | undefined> {
  const value = await secret(verification.secret);
  if (!value) return `the secret '${verification.secret}' is not set for this project`;
  return whyUnsigned(request, verification, value, now);
}

/** Why an SNS message is not from the topic that the trigger trusts; undefined if it is. */
export async function whyNotOfTopic(
  request: HookRequest,
  value: unknown,
  topic: string,
  { agent }: AdmissionContext,
): Promise<string | undefined> {
  const message = snsMessage(request, value);
  if (!message) return 'it is not a message of Amazon SNS';
  if (message['TopicArn'] !== topic) return 'it is of another topic';
  return reaching(() => whyNotSns(message, agent()));
}

/**
 * The answer to a request that only checks the address: Slack's challenge, or the confirmation of an SNS subscription. Undefined
 * for any other request.
 * @throws PerceptError UNAUTHORIZED for a confirmation that is not from SNS.
 */
export async function challengeAnswer(
  request: HookRequest,
  value: unknown,
  { agent }: AdmissionContext,
): Promise<HookAnswer | undefined> {
  const { type, challenge } = (value ?? {}) as { type?: unknown; challenge?: unknown };
  if (type === 'url_verification' && typeof challenge === 'string') return { challenge: challenge.slice(0, MAX_CHALLENGE) };
  const message = snsMessage(request, value);
  if (message?.['Type'] === 'UnsubscribeConfirmation') return { unsubscribed: message['TopicArn'] ?? '' };
  if (message?.['Type'] !== 'SubscriptionConfirmation') return undefined;
  const reason = await reaching(() => confirm(message, agent()));
  if (reason !== undefined) throw new PerceptError('UNAUTHORIZED', `The subscription is not confirmed: ${reason}.`);
  return { confirmed: message['TopicArn'] ?? '' };
}

async function confirm(message: SnsMessage, agent: Dispatcher): Promise<string | undefined> {
  return (await whyNotSns(message, agent)) ?? confirmSubscription(message, agent);
}

async function reaching(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    return `SNS cannot be reached: ${outboundFailure(error).reason}`;
  }
}
