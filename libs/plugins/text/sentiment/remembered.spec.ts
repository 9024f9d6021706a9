import { remembered } from './remembered';

test('a text is judged once, and each answer stands where its text stood', async () => {
  const asked: string[][] = [];
  const judge = remembered((texts) => {
    asked.push([...texts]);
    return Promise.resolve(texts.map((text) => ({ positive: text.length, negative: 0, neutral: 0 })));
  });
  expect((await judge(['a', 'bb', 'a'])).map(({ positive }) => positive)).toEqual([1, 2, 1]);
  expect((await judge(['bb', 'ccc'])).map(({ positive }) => positive)).toEqual([2, 3]);
  expect(await judge(['a'])).toHaveLength(1);
  expect(asked).toEqual([['a', 'bb'], ['ccc']]);
});
