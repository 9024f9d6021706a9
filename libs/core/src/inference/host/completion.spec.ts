import { parseJson, toJson } from '../../kernel';
import { completed, timed } from './completion';

const capability = { id: 'test.rows' } as never;
const none = () => Promise.reject(new Error('nothing is searched'));

test('a large output is read in turns, and written as it came', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => [n]);
  const text = JSON.stringify({ rows, name: 'größe', id: 1 }).replace('"id":1', '"id":9007199254740993');
  let turns = 0;
  const output = await completed(capability, { output: text } as never, { search: none, turn: () => void turns++ });
  expect(turns).toBeGreaterThan(10);
  expect(output).toEqual({ rows, name: 'größe', id: 9007199254740993n });

  const answer = timed(output, performance.now() - 7);
  expect(answer).toEqual({ ...output, processing_time_ms: expect.any(Number) as number });
  const write = jest.spyOn(JSON, 'stringify');
  const written = toJson(answer);
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
  expect(parseJson(written)).toEqual(answer);
  // What is made of it is no longer what came.
  expect(parseJson(toJson({ ...answer, name: 'other' }))).toEqual({ ...answer, name: 'other' });
});

test('a small output and one that says its own time are written as usual', () => {
  expect(parseJson(toJson(timed({ a: 1 }, performance.now())))).toEqual({
    a: 1,
    processing_time_ms: expect.any(Number) as number,
  });
});
