import { passed } from '../../../../../test/harness/transitions';
import { BudgetClaim, CLAIM_TRANSITIONS, FairBudget } from './fair-budget';

const budget = (waitMs = 60_000): FairBudget => new FairBudget({ total: 100, waitMs, scarcity: 'Nothing is left.' });

interface Watched {
  claim: BudgetClaim;
  /** How the last growth stands, or `ended` if the claim had to give everything back. */
  state: string;
}

function take(from: FairBudget, amount: number, project = 'A', key = 'k'): Watched {
  const watched: Watched = { state: 'waits' } as Watched;
  watched.claim = from.open({ share: { project, key }, onEnd: () => (watched.state = 'ended') });
  grow(watched, amount);
  return watched;
}

function grow(watched: Watched, amount: number): void {
  watched.state = 'waits';
  const become = (state: string): void => void (watched.state = watched.state === 'ended' ? 'ended' : state);
  watched.claim.grow(amount).then(
    () => become('has it'),
    (error: { code: string }) => become(error.code),
  );
}

const states = async (all: Watched[]): Promise<string[]> => {
  await new Promise(setImmediate);
  return all.map(({ state }) => state);
};

test('a project alone gets everything, and what is given back goes to those that wait, in their order', async () => {
  const all = budget();
  const claims = [60, 30, 50, 10].map((amount) => take(all, amount));
  // The last would fit, but it came after one that does not.
  expect(await states(claims)).toEqual(['has it', 'has it', 'waits', 'waits']);
  claims[0]!.claim.release();
  claims[0]!.claim.release();
  expect(await states(claims)).toEqual(['has it', 'has it', 'has it', 'has it']);
});

test('one claim alone may take more than there is', async () => {
  const all = budget();
  const [first, second] = [take(all, 500), take(all, 1)];
  expect(await states([first, second])).toEqual(['has it', 'waits']);
  first.claim.release();
  expect(await states([second])).toEqual(['has it']);
});

test('a second project gets its half from the first, the youngest claims first', async () => {
  const all = budget();
  const greedy = [30, 30, 30, 10].map((amount) => take(all, amount));
  const modest = take(all, 35, 'B');
  expect(await states([...greedy, modest])).toEqual(['has it', 'has it', 'ended', 'ended', 'has it']);
  // More than its half it does not take from others: it waits.
  const more = take(all, 30, 'B');
  expect(await states([...greedy.slice(0, 2), more])).toEqual(['has it', 'has it', 'waits']);
});

test('of two projects that each want more than a share the first keeps it: they do not end each other', async () => {
  const all = budget();
  const [first, second] = [take(all, 70), take(all, 70, 'B')];
  const third = take(all, 70);
  expect(await states([first, second, third])).toEqual(['has it', 'waits', 'waits']);
  first.claim.release();
  expect(await states([second, third])).toEqual(['has it', 'waits']);
});

test('who has its share is told at once that nothing is free', async () => {
  const all = budget();
  const refused = (project: string, amount: number): boolean => {
    try {
      all.check({ project, key: 'k' }, amount);
      return false;
    } catch {
      return true;
    }
  };
  expect(refused('A', 100)).toBe(false);
  take(all, 60);
  expect([refused('A', 40), refused('A', 41), refused('B', 50)]).toEqual([false, true, false]);
  take(all, 40, 'B');
  expect([refused('A', 1), refused('B', 10), refused('B', 11)]).toEqual([true, false, true]);
});

test('in one project the same holds for its keys, and claims that are kept stay', async () => {
  const all = budget();
  const greedy = [50, 50].map((amount) => take(all, amount));
  greedy[1]!.claim.keep();
  const other = take(all, 40, 'A', 'other');
  expect(await states([...greedy, other])).toEqual(['ended', 'has it', 'has it']);
});

test('claims that all have a part and wait for more do not wait for ever', async () => {
  const all = budget();
  const claims = [50, 50].map((amount) => take(all, amount));
  await states(claims);
  for (const claim of claims) grow(claim, 20);
  expect(await states(claims)).toEqual(['has it', 'ended']);
  await expect(claims[1]!.claim.grow(1)).rejects.toMatchObject({ code: 'OVERLOADED' });
});

test('who waits too long is refused, and who leaves is forgotten', async () => {
  const all = budget(20);
  const first = take(all, 100);
  take(all, 100).claim.release();
  await expect(all.open().grow(10)).resolves.toBeUndefined();
  const late = all.open({ share: { project: '', key: '' } });
  await expect(late.grow(95)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterS: 1 });
  expect([(await states([first]))[0], all.waiting]).toEqual(['ended', 0]);
});

test('a claim goes from state to state as its table says, and every transition of the table happens', async () => {
  const { seen, all } = passed(BudgetClaim.prototype, CLAIM_TRANSITIONS);
  const memory = budget();
  const [first, second] = [take(memory, 100), take(memory, 60)];
  expect(await states([first, second])).toEqual(['has it', 'waits']);
  second.claim.release();
  first.claim.release();
  expect(await states([first, second])).toEqual(['has it', 'OVERLOADED']);
  expect(second.claim.wanted).toBe(0);
  expect(seen()).toEqual(all);
});
