import { Semaphore, type Place } from './semaphore';

test('serves waiters in order, but of one group the lowest rank first', async () => {
  const semaphore = new Semaphore(1);
  const entered: string[] = [];
  await semaphore.acquire();
  const wait = (name: string, place?: Place) => void semaphore.acquire(place).then(() => entered.push(name));
  wait('young', { group: 'run', rank: '2' });
  wait('other', { group: 'other run', rank: '9' });
  wait('plain');
  wait('old', { group: 'run', rank: '1' });
  for (let n = 0; n < 4; n++) {
    semaphore.release();
    await Promise.resolve();
  }
  await Promise.resolve();
  expect(entered).toEqual(['old', 'other', 'plain', 'young']);
  expect(semaphore.inside).toBe(1);
});
