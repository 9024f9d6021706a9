import { createHmac, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MockAgent } from 'undici';
import { Secrets } from '../../../../test/harness/kinds';
import { PIPELINE } from '../../../../test/harness/run-harness';
import { ScheduleHarness } from '../../../../test/harness/schedule-harness';

const TLS = resolve(__dirname, '../../../../test/harness/fixtures/tls');
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:photos';
const HOST = 'https://sns.eu-central-1.amazonaws.com';

const harness = new ScheduleHarness();
const SOURCE = PIPELINE.replace(
  'steps:',
  '  sent: { type: object, default: {} }\n  asked: { type: object, default: {} }\nsteps:',
).replace('inputs:', 'secrets: [HOOK]\ninputs:');

let agent: MockAgent;
beforeEach(() => {
  agent = new MockAgent();
  agent.disableNetConnect();
});
afterEach(() => agent.close());

async function opened(trigger: string) {
  await harness.open(undefined, { working: false });
  harness.pipelines = harness.service({ secrets: new Secrets([['HOOK', 'hush-hush']]) });
  harness.triggers(`  - webhook: orders\n${trigger}`, SOURCE);
  const scheduler = harness.scheduler(undefined, { outbound: () => agent });
  await scheduler.poll();
  const token = (await harness.views.makeAddress('echo/1')).url.split('/').pop()!;
  return (value: unknown, headers: Record<string, string> = {}, query = {}) => {
    const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    return scheduler.hook(token, { body, headers, query });
  };
}

const signed = (body: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', 'hush-hush').update(body).digest('hex')}`,
});
const VERIFY = '    verify: { github: "${{ secrets.HOOK }}" }';

test('a trigger with verify starts runs for its sender only, and its history has the refusals once a minute', async () => {
  const post = await opened(VERIFY);
  expect(await post({ folder: 'photos' }, signed('{"folder":"photos"}'))).toMatchObject({
    run: { inputs: { folder: 'photos' } },
  });
  for (const headers of [{}, signed('{"folder":"other"}')])
    await expect(post({ folder: 'photos' }, headers)).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  await expect(post('not even JSON', {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await harness.ticks()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
    ['skipped', 'A request was refused: the header x-hub-signature-256 is missing.'],
    ['started', null],
  ]);
  expect(await harness.runs()).toHaveLength(1);
});

test('a secret that the project does not have lets nobody in, and the history says so', async () => {
  const post = await opened(VERIFY);
  harness.pipelines.secret = async () => undefined;
  await expect(post('{}', signed('{}'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await harness.ticks())[0]!.reason).toContain("the secret 'HOOK' is not set for this project");
});

test('headers and query reach the inputs that the trigger names', async () => {
  const post = await opened('    headers: sent\n    query: asked');
  const sent = await post({ folder: 'photos' }, { 'x-github-event': 'push', authorization: 'Bearer hush' }, { page: '2' });
  expect(sent).toMatchObject({ run: { inputs: { folder: 'photos', sent: { 'x-github-event': 'push' }, asked: { page: '2' } } } });
  expect(JSON.stringify(sent)).not.toContain('hush');
});

test('the challenge of Slack is answered, for its sender only where the trigger verifies', async () => {
  const challenge = { type: 'url_verification', challenge: '3eZbrw1aB' };
  const post = await opened('    verify: { slack: "${{ secrets.HOOK }}" }');
  await expect(post(challenge)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const at = String(harness.now / 1_000);
  const signature = createHmac('sha256', 'hush-hush')
    .update(`v0:${at}:${JSON.stringify(challenge)}`)
    .digest('hex');
  const headers = { 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${signature}` };
  expect(await post(challenge, headers)).toEqual({ answer: { challenge: '3eZbrw1aB' } });
  expect(await harness.runs()).toEqual([]);
});

describe('Amazon SNS', () => {
  const certificate = readFileSync(`${TLS}/localhost.crt.pem`, 'utf8');
  const key = readFileSync(`${TLS}/localhost.key.pem`, 'utf8');
  let number = 0;

  /** A message as SNS signs it. Each has a certificate of another address. */
  function message(
    type: string,
    more: Record<string, string> = {},
  ): { value: Record<string, string>; headers: Record<string, string> } {
    const value: Record<string, string> = {
      Type: type,
      MessageId: 'm1',
      TopicArn: TOPIC,
      Message: 'hello',
      Timestamp: '2026-06-01T12:00:00.000Z',
      SignatureVersion: '2',
      SigningCertURL: `${HOST}/SimpleNotificationService-${++number}.pem`,
      ...(type === 'Notification'
        ? { Subject: 'photos' }
        : { Token: 't', SubscribeURL: `${HOST}/?Action=ConfirmSubscription&Token=t` }),
      ...more,
    };
    const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = names.filter((name) => value[name] !== undefined).map((name) => `${name}\n${value[name]}\n`);
    value['Signature'] = createSign('RSA-SHA256').update(text.join('')).sign(key, 'base64');
    return { value, headers: { 'x-amz-sns-message-type': type, 'content-type': 'text/plain; charset=UTF-8' } };
  }

  function serves(path: string, body: string) {
    agent.get(HOST).intercept({ path, method: 'GET' }).reply(200, body);
  }
  const servesCertificate = (value: Record<string, string>) => serves(new URL(value['SigningCertURL']!).pathname, certificate);

  test('a subscription is confirmed once its signature is checked, and starts no run', async () => {
    const post = await opened('    input: sent');
    const { value, headers } = message('SubscriptionConfirmation');
    servesCertificate(value);
    serves('/?Action=ConfirmSubscription&Token=t', '<ok/>');
    expect(await post(value, headers)).toEqual({ answer: { confirmed: TOPIC } });
    agent.assertNoPendingInterceptors();
    expect(await harness.runs()).toEqual([]);
  });

  test.each([
    ['a wrong signature', { change: { Token: 'other' } }],
    ['an address of another host', { more: { SubscribeURL: 'https://sns.eu-central-1.amazonaws.com.example.com/' } }],
    ['an address without TLS', { more: { SubscribeURL: 'http://sns.eu-central-1.amazonaws.com/' } }],
    ['an address with a user', { more: { SubscribeURL: 'https://sns.eu-central-1.amazonaws.com@example.com/' } }],
    ['a certificate of another host', { more: { SigningCertURL: 'https://example.com/a.pem' }, noCertificate: true }],
    ['an unknown version', { more: { SignatureVersion: '3' }, noCertificate: true }],
  ] as [string, { change?: object; more?: Record<string, string>; noCertificate?: boolean }][])(
    'a subscription with %s is not confirmed',
    async (_what, { change, more, noCertificate }) => {
      const post = await opened('    input: sent');
      const { value, headers } = message('SubscriptionConfirmation', more);
      if (!noCertificate) servesCertificate(value);
      await expect(post({ ...value, ...change }, headers)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    },
  );

  test('its messages are taken from the topic that the trigger verifies, and from no other', async () => {
    const post = await opened(`    input: sent\n    verify: { sns: "${TOPIC}" }`);
    const { value, headers } = message('Notification');
    servesCertificate(value);
    expect(await post(value, headers)).toMatchObject({ run: { inputs: { sent: { Message: 'hello' } } } });
    await expect(post({ ...value, Message: 'other' }, headers)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(post({ ...value, TopicArn: `${TOPIC}2` }, headers)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(post({ Message: 'hello' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await harness.runs()).toHaveLength(1);
  });
});
