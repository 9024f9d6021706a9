import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { checkSecret, makeSecret, signedHeaders, standardWebhook } from './signature';

const body = JSON.stringify({ id: 'evt_1', type: 'batch.completed', data: { name: 'Zürich 😀' } });

test('the npm package standardwebhooks verifies ours, as its documentation shows', () => {
  const secret = makeSecret();
  const headers = signedHeaders([secret], 'evt_1', body, new Date());
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test('a secret of the caller is the key as it is written', () => {
  const secret = 'correct horse bättery';
  const headers = signedHeaders([secret], 'evt_1', body, new Date());
  const key = Buffer.from(secret, 'utf8');
  expect(new Webhook(key, { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body));
});

test('the signature equals the one that the specification gives, computed independently', () => {
  const secret = makeSecret();
  const at = new Date(1_700_000_000_999);
  const headers = signedHeaders([secret], 'evt_1', body, at);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.1700000000.${body}`).digest('base64');
  expect(headers).toEqual({
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${signature}`,
    'x-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
});

test.each(['body', 'id', 'timestamp', 'secret'])('a changed %s is refused', (changed) => {
  const secret = makeSecret();
  const headers = signedHeaders([secret], 'evt_1', body, new Date());
  if (changed === 'id') headers['webhook-id'] = 'evt_2';
  if (changed === 'timestamp') headers['webhook-timestamp'] = String(Number(headers['webhook-timestamp']) + 1);
  const verifier = standardWebhook(changed === 'secret' ? makeSecret() : secret);
  expect(() => verifier.verify(changed === 'body' ? `${body} ` : body, headers)).toThrow('No matching signature');
});

test('a delivery that was recorded and sent again later is refused', () => {
  const secret = makeSecret();
  const headers = signedHeaders([secret], 'evt_1', body, new Date(Date.now() - 6 * 60_000));
  expect(() => standardWebhook(secret).verify(body, headers)).toThrow('too old');
});

test.each([
  ['vX9#kQ2m!Lr7Zp4w'],
  ['a secret of my own choice'],
  ['ünö größe sägt müd'],
  [`${'q8Zr'.repeat(31)}Tb5!`],
  [`whsec_${randomBytes(16).toString('base64')}`],
  [makeSecret()],
])('the secret %s is taken', (secret) => {
  expect(checkSecret(secret)).toBe(secret);
});

test.each([
  'x'.repeat(16),
  '1234567890123456',
  '0123456789abcdef',
  'password12345678',
  'passwordpassword',
  'abcabcabcabcabcabcabc',
  `whsec_${Buffer.alloc(24).toString('base64')}`,
  `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`,
])('the secret %s is refused: it is easy to guess', (secret) => {
  expect(() => checkSecret(secret)).toThrow(/easy to guess/);
});

test('16 random bytes are never called easy to guess', () => {
  for (let round = 0; round < 2_000; round++) checkSecret(`whsec_${randomBytes(16).toString('base64')}`);
  // One of the rare keys that repeat themselves so often: 47.7 bits by the measure.
  const repeating = Buffer.from([11, 11, 250, 11, 97, 97, 3, 97, 180, 180, 66, 180, 143, 66, 201, 58]);
  expect(checkSecret(`whsec_${repeating.toString('base64')}`)).toContain('whsec_');
});

test.each([
  [''],
  ['x'.repeat(15)],
  ['x'.repeat(129)],
  ['whsec_'],
  ['whsec_no Base64 at all, I fear'],
  [`whsec_${Buffer.alloc(15).toString('base64')}`],
  [`whsec_${Buffer.alloc(97).toString('base64')}`],
])("the secret '%s' is refused", (secret) => {
  expect(() => checkSecret(secret)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', details: expect.objectContaining({ field: 'secret' }) }),
  );
});
