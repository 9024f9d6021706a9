/** @jest-environment ./test/onnx-environment.js */
import type { ModelTasks } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import { openShippedModels } from '../../../../test/harness/shipped-models';
import { findCards, findIbans, passesLuhn, passesMod97 } from '../entities/rules/account-numbers';
import { joinOverlaps } from './find-kinds';
import { redactText } from './redact';
import type { TextRedactOutput } from './redact';

const models = openShippedModels();
let call: { models: Partial<ModelTasks> };
beforeAll(async () => (call = { models: { 'text-embedding': await models.get('text-embedding') } }));
afterAll(() => models.close());
const run = async (input: Record<string, unknown>) =>
  (await runCapability(redactText, input, call)) as unknown as TextRedactOutput;

test('what identifies a person is replaced by its kind, and the answer says where', async () => {
  const text = 'Ada Lovelace paid with 4111 1111 1111 1111; write to ada@example.com or call +44 20 7946 0958.';
  const answer = await run({ text });
  expect(answer.text).toBe('[PERSON] paid with [CARD]; write to [EMAIL] or call [PHONE].');
  expect(answer.redactions.map(({ kind }) => kind)).toEqual(['PERSON', 'CARD', 'EMAIL', 'PHONE']);
  for (const { kind, start, end, redacted_start: from, redacted_end: to } of answer.redactions) {
    expect(answer.text.slice(from, to)).toBe(`[${kind}]`);
    expect(text.slice(start, end).length).toBeGreaterThan(5);
  }
  expect(JSON.stringify(answer)).not.toContain('4111');
});

test('a mask keeps the length and says nothing; removed is gone', async () => {
  const text = 'IBAN DE89 3704 0044 0532 0130 00, thanks';
  expect((await run({ text, replacement: 'mask' })).text).toBe('IBAN **** **** **** **** **** **, thanks');
  expect((await run({ text, replacement: 'remove' })).text).toBe('IBAN , thanks');
});

test('numbers with a wrong check digit stay; kinds that are not asked for stay', async () => {
  const text = 'Order 4111 1111 1111 1112, account DE88 3704 0044 0532 0130 00.';
  expect((await run({ text, kinds: ['CARD', 'IBAN'] })).text).toBe(text);
  expect((await run({ text: 'Card 4111111111111111', kinds: ['EMAIL'] })).text).toBe('Card 4111111111111111');
});

test('never half a number: what is left has no run of its digits', async () => {
  const cards = [
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '378282246310005',
    '6011 1111 1111 1117',
    '4222222222222',
    '5555\u00a05555\u00a05555\u00a04444',
  ];
  for (const card of cards)
    for (const text of [`pay ${card} now`, `${card}`, `(${card})`, `${card}, ${card}`, `<b>${card}</b>`, `Card:${card}.`]) {
      const answer = await run({ text, kinds: ['CARD', 'PHONE', 'DATE', 'QUANTITY'] });
      expect([text, /\d{2}/.test(answer.text)]).toEqual([text, false]);
    }
  for (const text of ['4111 1111 1111 1111 12/25', '12/25 4111 1111 1111 1111', '4111 1111 1111 1111 4111 1111 1111 1111'])
    expect((await run({ text, kinds: ['CARD'] })).text).not.toMatch(/1111/);
  const split = await run({ text: 'Card 4111 1111 <i>1111</i> 1111 is mine', kinds: ['CARD'] });
  expect(/\d/.test(split.text)).toBe(false);
});

test('checks of numbers', () => {
  expect([passesLuhn('4111111111111111'), passesLuhn('4111111111111121')]).toEqual([true, false]);
  expect([passesMod97('GB82WEST12345698765432'), passesMod97('GB82WEST12345698765433')]).toEqual([true, false]);
  expect(findIbans('to FR14 2004 1010 0505 0001 3M02 606 and more')).toEqual([
    { type: 'IBAN', start: 3, end: 36, confidence: 0.99 },
  ]);
  expect(findCards('1234 5678 9012 3456')).toEqual([]);
  expect(findCards('2023-01-05 12:00:00')).toEqual([]);
});

test('what overlaps is one stretch, of the surest kind', () => {
  const card = { type: 'CARD' as const, start: 2, end: 20, confidence: 0.95 };
  const phone = { type: 'PHONE' as const, start: 0, end: 12, confidence: 0.8 };
  expect(joinOverlaps([card, phone])).toEqual([{ type: 'CARD', start: 0, end: 20, confidence: 0.95 }]);
});

test.each([
  { text: '' },
  { text: 'Hello', kinds: [] },
  { text: 'Hello', kinds: ['NAME'] },
  { text: 'Hello', replacement: 'blur' },
])('%j is refused', async (input) => {
  await expect(run(input)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
