import { remembered } from './remembered';

test('a text is judged once, and each answer stands where its text stood', async () => {
  const asked: string[][] = [];
  const judge = remembered((parts) => {
    asked.push(parts.map(({ text }) => text));
    return Promise.resolve(parts.map(({ text }) => ({ positive: text.length, negative: 0, neutral: 0 })));
  });
  const said = async (...texts: string[]) =>
    (await judge(texts.map((text) => ({ text, start: 0, end: text.length })))).map(({ positive }) => positive);
  expect(await said('a', 'bb', 'a')).toEqual([1, 2, 1]);
  expect(await said('bb', 'ccc')).toEqual([2, 3]);
  expect(await said('a')).toHaveLength(1);
  expect(asked).toEqual([['a', 'bb'], ['ccc']]);
});
