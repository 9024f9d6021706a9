import { keptBody } from './kept-body';

test('a body is kept with short texts, without what is secret by its name or by its look', () => {
  const kept = keptBody({
    ...{
      text: 'Lovely.',
      min: 0.5,
      api_key: 'k1',
      password: 'k2',
      headers: { 'x-token': 'k3' },
      nested: [{ client_secret: 'k4' }],
    },
    ...{ note: 'call it with pk_live_abc123 or Bearer abc.def', url: 'https://me:k5@host/a.jpg?X-Amz-Signature=k6', key: 'k7' },
  });
  expect(JSON.parse(kept!)).toEqual({
    ...{ text: 'Lovely.', min: 0.5, api_key: '(hidden)', password: '(hidden)', headers: '(hidden)' },
    ...{ nested: [{ client_secret: '(hidden)' }], note: 'call it with (hidden) or (hidden)', key: '(hidden)' },
    url: 'https://host/a.jpg?(hidden)',
  });
});

test('bytes and texts of JSON are read; media, forms, broken and long JSON have none', () => {
  expect(keptBody(Buffer.from('{"text":"fine"}'))).toBe('{"text":"fine"}');
  expect(keptBody('{"total":1}')).toBe('{"total":1}');
  for (const none of [undefined, null, 'text', '{"a"', Buffer.from([0xff, 0xd8]), new Uint8Array(2), `["${'x'.repeat(17_000)}"]`])
    expect(keptBody(none)).toBeNull();
});

test('long texts, long lists and deep objects are cut short, and the whole is bounded', () => {
  const image = 'A'.repeat(9_000);
  const kept = JSON.parse(keptBody({ image, list: Array.from({ length: 70 }, (_, n) => n) })!) as {
    image: string;
    list: unknown[];
  };
  expect(kept.image).toBe('… (9000 characters)');
  expect([kept.list.length, kept.list.at(-1)]).toEqual([51, '… 20 more']);
  let deep: object = {};
  for (let depth = 0; depth < 5_000; depth++) deep = { deep };
  expect(keptBody(deep)!.length).toBeLessThan(100);
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`name ${n}`, 'word '.repeat(90)]));
  expect(keptBody(wide)!).toHaveLength(4_096);
});

test('a secret that the end of a cut text would halve is not shown in part', () => {
  expect(keptBody({ text: `${'word '.repeat(98)}pk_live_0123456789abcdef tail` })).not.toContain('pk_live');
  expect(keptBody({ text: `${'word '.repeat(98)}0123456 pk_live_0123456789abcdef ${'more '.repeat(20)}` })).not.toContain('pk_');
});

test('an integer that no number holds is kept exactly', () => {
  expect(keptBody({ id: 9007199254740993n })).toBe('{"id":9007199254740993}');
  expect(keptBody('{"id":9007199254740993}')).toBe('{"id":9007199254740993}');
});
