import { PerceptError } from '@percept/sdk';
import { outboundFailure, readHookBody, type HookContext, type HookReceipt, type HookRequest } from '@percept/sdk/pipelines';
import type { Dispatcher } from 'undici';
import { shownHeaders } from './headers';
import { whyUnsigned } from './signature';
import { confirmSubscription, snsMessage, whyNotSns, type SnsMessage } from './sns';
import type { Verification } from './verify';

const MAX_CHALLENGE = 1_000;

export interface WebhookSettings {
  /** The input that gets the headers of a request. */
  headers?: string;
  /** The input that gets the query of a request. */
  query?: string;
  /** Absent: the address alone is the credential. */
  verify?: Verification;
}

/** Checks the sender of a request before anything else happens. */
export async function receive(
  request: HookRequest,
  { headers, query, verify }: WebhookSettings,
  context: HookContext,
): Promise<HookReceipt> {
  const unsigned = verify && verify.kind !== 'sns' ? await whyUntrusted(request, verify, context) : undefined;
  if (unsigned !== undefined) return { refused: unsigned };
  const value = await readHookBody(request);
  const foreign = verify?.kind === 'sns' ? await whyNotOfTopic(request, value, verify.topic, context) : undefined;
  if (foreign !== undefined) return { refused: foreign };
  const answer = await challengeAnswer(request, value, context);
  if (answer) return { answer };
  const inputs = { ...(headers && { [headers]: shownHeaders(request) }), ...(query && { [query]: { ...request.query } }) };
  return { value, inputs };
}

/** Why the trigger does not trust the sender of a request; undefined if it does. SNS signs the parsed value, not the bytes. */
async function whyUntrusted(
  request: HookRequest,
  verification: Exclude<Verification, { kind: 'sns' }>,
  { secret, now }: HookContext,
): Promise<string | undefined> {
  const value = await secret(verification.secret);
  if (!value) return `the secret '${verification.secret}' is not set for this project`;
  return whyUnsigned(request, verification, value, now);
}

/** Why an SNS message is not from the topic that the trigger trusts; undefined if it is. */
async function whyNotOfTopic(
  request: HookRequest,
  value: unknown,
  topic: string,
  { agent }: HookContext,
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
async function challengeAnswer(
  request: HookRequest,
  value: unknown,
  { agent }: HookContext,
): Promise<Record<string, string> | undefined> {
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
