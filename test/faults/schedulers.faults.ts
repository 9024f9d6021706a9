import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduleViews } from '../../libs/core/src/triggers';
import { PIPELINE } from '../harness/run-harness';
import { kill, onBothDrivers } from './harness/fault-harness';
import { seeded } from './harness/seeded';
import { compare, judge } from './harness/verdicts';

const KILLED = 10;
const EVERY_MS = 1_000;
const TRIGGERS = 'triggers:\n  - { every: 1s, overlap: allow, catch_up: all, catch_up_limit: 1000 }\ninputs:';

onBothDrivers((harness) => {
  test(`two schedulers, one of them killed ${KILLED} times: every tick starts one run`, async () => {
    const random = seeded();
    harness.photos(1);
    const folder = join(harness.folder, 'pipelines');
    mkdirSync(folder);
    const source = PIPELINE.replace('inputs:', TRIGGERS).replace('default: photos', `default: ${join(harness.folder, 'photos')}`);
    writeFileSync(join(folder, 'echo.yaml'), source);
    await harness.open(undefined, { working: false });
    const schedulers = [await harness.worker({ schedules: true }), await harness.worker({ schedules: true })];
    for (let time = 0; time < KILLED; time++) {
      await sleep(1_500 * random());
      await kill(schedulers.shift()!);
      schedulers.push(await harness.worker({ schedules: true }));
    }
    await harness.killAll();
    const worker = await harness.worker();
    const ticks = await new ScheduleViews(harness.store).ticks('echo', 1_000);
    const runs = (await harness.pipelines.runs({ limit: 500 })).rows;
    for (const { id } of runs) expect(await harness.until({ id })).toMatchObject({ status: 'succeeded' });
    await kill(worker);
    const started = ticks.filter(({ run_id }) => runs.some(({ id }) => id === run_id)).map(({ at }) => at);
    const [first, last] = [Date.parse(ticks.at(-1)!.at), Date.parse(started[0]!)];
    const expected = Array.from({ length: (last - first) / EVERY_MS + 1 }, (_, n) =>
      new Date(first + n * EVERY_MS).toISOString(),
    );
    const { of, lost, twice } = compare(expected, started);
    judge(`two schedulers, one killed ${KILLED} times`, { of, lost, twice: twice + runs.length - started.length });
  });
});
