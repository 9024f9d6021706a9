import type { HookRequest } from '@percept/sdk/pipelines';
import { createHmac } from 'node:crypto';
import '../../../../test/harness/own-kinds';
import { parsePipeline } from '../../../../test/harness/kinds';
import type { WebhookSettings } from './receive';
import { whyUnsigned } from './signature';
import type { Verification } from './verify';

type Signed = Exclude<Verification, { kind: 'sns' }>;
const NOW = Date.parse('2026-06-01T12:00:00Z');
const AT = NOW / 1_000;

const request = (body: string, headers: Record<string, string>): HookRequest => ({ body: Buffer.from(body), headers, query: {} });
const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', key).update(text).digest(encoding);

/** What the parser makes of `verify`. */
function verification(text: string): Signed {
  const { plan, diagnostics } = parsed(text);
  expect(diagnostics).toEqual([]);
  return (plan!.triggers[0]!.settings as WebhookSettings).verify as Signed;
}

function parsed(verify: string) {
  const lines = [`triggers: [{ webhook: x, verify: ${verify} }]`, 'steps: [{ id: a, for_each: { items: [1] }, steps: [] }]'];
  const text = `version: 1\nname: x\nsecrets: [S]\n${lines.join('\n')}\n`;
  const { plan, diagnostics } = parsePipeline(
    text.replace('steps: [] }', 'steps: [{ id: b, uses: notify, with: {} }] }'),
    'x',
    CATALOGUE,
  );
  return { plan, diagnostics: diagnostics.map(({ message }) => message) };
}
const CATALOGUE = new Map([['notify', { id: 'notify', summary: '', deterministic: true, input: {}, output: {} }]]);
const S = '"${{ secrets.S }}"';

const GITHUB = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
const SLACK_BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const STANDARD = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: '1614265330', body: '{"test": 2432232314}' };

describe('the vectors that senders document', () => {
  test.each([
    [
      'github',
      `{ github: ${S} }`,
      "It's a Secret to Everybody",
      request('Hello, World!', { 'x-hub-signature-256': `sha256=${GITHUB}` }),
      NOW,
    ],
    [
      'slack',
      `{ slack: ${S} }`,
      '8f742231b10e8888abcd99yyyzzz85a5',
      request(SLACK_BODY, {
        'x-slack-request-timestamp': '1531420618',
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      }),
      1_531_420_618_000,
    ],
    [
      'standard-webhooks',
      `{ standard-webhooks: ${S} }`,
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      request(STANDARD.body, {
        'webhook-id': STANDARD.id,
        'webhook-timestamp': STANDARD.at,
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      }),
      1_614_265_330_000,
    ],
  ])('of %s are right, and wrong with another body, secret or time', (_kind, text, secret, sent, now) => {
    const verify = verification(text);
    expect(whyUnsigned(sent, verify, secret, now)).toBeUndefined();
    expect(whyUnsigned({ ...sent, body: Buffer.concat([sent.body, Buffer.from(' ')]) }, verify, secret, now)).toMatch(
      /not that of/,
    );
    expect(whyUnsigned(sent, verify, `${secret.slice(0, -4)}aaaa`, now)).toMatch(/not that of/);
    expect(whyUnsigned({ ...sent, headers: {} }, verify, secret, now)).toMatch(/^the header .* is missing$/);
    const late = whyUnsigned(sent, verify, secret, now + 301_000);
    if (_kind === 'github') expect(late).toBeUndefined();
    else
      expect([late, whyUnsigned(sent, verify, secret, now - 301_000)]).toEqual(Array(2).fill(expect.stringMatching(/too far/)));
  });
});

test('Stripe signs the time with the body, and one of several signatures is enough', () => {
  const verify = verification(`{ stripe: ${S}, tolerance: 1m }`);
  const body = '{"id":"evt_1"}';
  const right = hmac('whsec_1', `${AT}.${body}`);
  const headers = (at: number | string, ...signatures: string[]) => ({
    'stripe-signature': [`t=${at}`, 'v0=00', ...signatures.map((each) => `v1=${each}`)].join(','),
  });
  const why = (sent: Record<string, string>, now = NOW) => whyUnsigned(request(body, sent), verify, 'whsec_1', now);
  expect(why(headers(AT, right))).toBeUndefined();
  expect(why(headers(AT, '00', right))).toBeUndefined();
  expect(why(headers(AT, '00'))).toMatch(/not that of/);
  expect(why(headers(AT + 1, right))).toMatch(/not that of/);
  expect(why(headers(AT, right), NOW + 61_000)).toMatch(/too far/);
  const never = hmac('whsec_1', `soon.${body}`);
  expect(why(headers('soon', never))).toMatch(/too far/);
  expect(why({ 'stripe-signature': `v1=${right}` })).toMatch(/not that of/);
});

test('hmac takes any header, hash, encoding and prefix', () => {
  const verify = verification(`{ hmac: { header: X-Sign, secret: ${S}, algorithm: sha1, encoding: base64, prefix: "hash " } }`);
  const signature = createHmac('sha1', 'key').update('body').digest('base64');
  const why = (value: string) => whyUnsigned(request('body', { 'x-sign': value }), verify, 'key', NOW);
  expect(why(`hash ${signature}`)).toBeUndefined();
  expect(why(signature)).toMatch(/not that of/);
  expect(why('hash ')).toMatch(/not that of/);
  const plain = verification(`{ hmac: { header: x-sign, secret: ${S} } }`);
  expect(whyUnsigned(request('body', { 'x-sign': hmac('key', 'body') }), plain, 'key', NOW)).toBeUndefined();
});

test('a secret of Standard Webhooks that decodes to nothing lets nobody in', () => {
  const [id, at] = ['a', String(AT)];
  const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${hmac('', `a.${at}.{}`, 'base64')}` };
  expect(whyUnsigned(request('{}', headers), verification(`{ standard-webhooks: ${S} }`), 'whsec_', NOW)).toMatch(
    /must be one of Standard Webhooks/,
  );
});

test.each([
  ['{ github: plain }', /'github' must be a secret alone/],
  ['{ github: "${{ secrets.OTHER }}" }', /uses the secret 'OTHER', which the pipeline does not list: write 'secrets: \[OTHER\]'/],
  ['{ tolerance: 1m }', /needs exactly one of github, stripe/],
  [`{ github: ${S}, slack: ${S} }`, /needs exactly one of github, stripe/],
  [`{ github: ${S}, tolerance: 1m }`, /'tolerance' is for stripe, slack, standard-webhooks: github signs no time/],
  [`{ hmac: { secret: ${S} } }`, /needs 'header'/],
  [`{ hmac: { header: x, secret: ${S}, algorithm: md5 } }`, /must be one of sha256/],
  ['{ sns: photos }', /must be the ARN of a topic/],
  [`{ githb: ${S} }`, /has no 'githb'/],
])('%s is a mistake in the pipeline', (text, message) => expect(parsed(text).diagnostics.join('\n')).toMatch(message));
