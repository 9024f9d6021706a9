import { FairBudget, type BudgetClaim } from '../../../libs/core/src/kernel/shares/fair-budget';
import type { Share } from '../../../libs/core/src/kernel/shares/fair-line';
import { CallQueue, type WaitingCall } from '../../../libs/core/src/inference/host/pool/call-queue';

/** CPU microseconds that fair shares take of a call. */
export interface ShareCost {
  /** Its turn in the line for a worker: two checks of the line, in and out. */
  turn: number;
  /** Its memory: opened, grown, kept, released. */
  claim: number;
  /** The share of claims that gave their memory back to a project below its share. */
  ended: number;
}

const PROJECTS = 10;
/** As in the attack of docs/decisions/shares.md. */
const IN_FLIGHT = 60;
const MEGABYTE = 1024 * 1024;
const BODY = 8 * MEGABYTE;

/** Half of all calls are of one project. */
const shareOf = (round: number): Share => {
  const other = 1 + ((round >> 1) % (PROJECTS - 1));
  return { project: `${round % 2 ? other : 0}`, key: `${round % 3}` };
};

/** Runs the classes of the service, in this process, under contention: 60 calls of ten projects, with memory for 32. */
export async function costOfShares(rounds: number): Promise<ShareCost> {
  turns(rounds / 10);
  await claims(rounds / 10);
  const turn = await cpuOf(rounds, async () => turns(rounds));
  let ended = 0;
  const claim = await cpuOf(rounds, async () => void (ended = await claims(rounds)));
  return { turn, claim, ended: ended / rounds };
}

/** @returns CPU microseconds for each round. */
async function cpuOf(rounds: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / rounds;
}

function turns(rounds: number): void {
  const queue = new CallQueue({ calls: 1_000, bytes: 1_000 * BODY }, 2);
  for (let round = 0; round < rounds; round++) {
    const call: WaitingCall = {
      ...{ patient: false, share: shareOf(round), bytes: BODY, long: false, expectedMs: 1 },
      start: () => undefined,
    };
    // Once before its body is read, once before it joins.
    queue.checkCapacity({ ...call, workers: 2, waitMs: 60_000 });
    queue.checkCapacity({ ...call, workers: 2, waitMs: 60_000 });
    queue.enqueue(call);
    if (queue.size > IN_FLIGHT) queue.dequeue();
  }
}

/** @returns how many claims had to end. */
async function claims(rounds: number): Promise<number> {
  const budget = new FairBudget({ total: 32 * BODY, waitMs: 60_000, scarcity: 'Nothing is left.' });
  const open: BudgetClaim[] = [];
  let ended = 0;
  for (let round = 0; round < rounds; round++) {
    const claim = budget.open({ share: shareOf(round), onEnd: () => ended++ });
    claim.grow(BODY).catch(() => undefined);
    open.push(claim);
    await Promise.resolve();
    if (open.length <= IN_FLIGHT) continue;
    const [oldest] = open.splice(0, 1);
    oldest!.keep();
    oldest!.release();
  }
  for (const claim of open) claim.release();
  return ended;
}
