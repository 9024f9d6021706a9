import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectStorageRules } from '../../../durable/object-storage';
import { AllowedPaths } from '../../../kernel';
import { registerKinds, triggerSources } from '../../../pipelines/kinds';
import { parsePipeline } from '../../../pipelines/language';
import { triggerKeywords } from '../../../pipelines/language/triggers';
import { keywordsSchema } from '../../../pipelines/syntax';
import type { TriggerSpec } from '../../../pipelines/language';
import type { TriggerContext, TriggerEvent, TriggerSource } from '../../../pipelines/trigger-sources';
import type { ContractTest } from '../../../kernel/contract-test';
import { inFolder } from './in-folder';

/** Values with which the contract tries a trigger. */
export interface TriggerExample {
  /** A trigger as a pipeline writes it. @param folder an empty folder of the test. */
  trigger: (folder: string) => Record<string, unknown>;
  /** Makes something happen; for a trigger that waits for events. @returns the value of the event. */
  cause?: (folder: string) => Promise<unknown>;
  /** Parts of the context, such as objects of a bucket. */
  context?: (folder: string) => Partial<TriggerContext>;
}

const LIMIT_MS = 60_000;
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-06-01T12:00:00Z');

/** The promises of a trigger. */
export function triggerSourceContract(source: TriggerSource, { trigger, cause, context }: TriggerExample): ContractTest[] {
  const settingsFrom = (written: Record<string, unknown>) => parsed(source, written).settings;
  const tests: ContractTest[] = [
    {
      name: 'is read by the parser and accepted by the schema for editors',
      run: inFolder(async (folder) => {
        assert.equal(parsed(source, trigger(folder)).kind, source.name);
        const accepts = new Ajv({ strict: false, validateFormats: false }).compile(keywordsSchema(triggerKeywords(source.name)));
        assert.ok(accepts(trigger(folder)));
        assert.ok(!accepts({ ...trigger(folder), unknown: 1 }));
      }),
    },
    {
      name: 'has a definition that is stored, and shown after it was stored',
      run: inFolder(async (folder) => {
        const definition = source.definition(settingsFrom(trigger(folder)));
        const stored = JSON.parse(JSON.stringify(definition)) as object;
        assert.deepEqual(source.describe(stored), source.describe(definition));
        assert.deepEqual(source.definition(settingsFrom({ ...trigger(folder), overlap: 'queue' })), definition);
      }),
    },
  ];
  const { clock } = source;
  if (clock)
    tests.push({
      name: 'has times that agree forwards and backwards',
      run: inFolder(async (folder) => {
        const definition = source.definition(settingsFrom(trigger(folder)));
        const times = clock.times(definition, NOW - 30 * 24 * HOUR_MS);
        const next = times.next(5, NOW);
        assert.deepEqual(
          next,
          [...new Set(next)].sort((a, b) => a - b),
        );
        assert.ok(next[0]! > NOW);
        assert.deepEqual(times.between(NOW, next[4]!, 100), next);
        assert.deepEqual(times.between(NOW, next[4]!, 2), next.slice(-2));
        assert.deepEqual(times.between(NOW, next[0]! - 1, 100), []);
      }),
    });
  if (cause)
    tests.push({
      name: 'fires for an event, and for none after it is closed',
      run: inFolder(async (folder) => firesUntilClosed(source, settingsFrom(trigger(folder)), { folder, cause, context })),
    });
  return tests;
}

async function firesUntilClosed(
  source: TriggerSource,
  settings: object,
  { folder, cause, context }: { folder: string; cause: (folder: string) => Promise<unknown>; context: TriggerExample['context'] },
): Promise<void> {
  const events: TriggerEvent[] = [];
  const failures: unknown[] = [];
  const started = await source.start!(settings, {
    roots: [folder],
    paths: await AllowedPaths.of({ base: folder, roots: [folder] }),
    objects: new ObjectStorageRules().for({ bounded: true }),
    ...context?.(folder),
    known: async () => new Set(events.map(({ ref }) => ref)),
    fire: async (event) => void events.push(event),
    report: (error) => failures.push(error),
  });
  const expected = await cause(folder);
  for (const until = Date.now() + LIMIT_MS; events.length === 0 && Date.now() < until;) await sleep(20);
  await started.close();
  assert.deepEqual(failures, []);
  assert.deepEqual(events[0]?.value, expected);
  assert.notEqual(events[0]?.ref, '');
  const before = events.length;
  await cause(folder);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(events.length, before);
}

/** A trigger as the parser of pipelines reads it. */
function parsed(source: TriggerSource, written: Record<string, unknown>): TriggerSpec {
  if (triggerSources.get(source.name) !== source) registerKinds({ name: 'contract', version: '1.0.0', triggers: [source] });
  const inputs = 'inputs: { file: { type: string, default: x } }';
  const steps = 'steps: [{ id: a, uses: test.any }]';
  const text = `version: 1\nname: x\n${inputs}\n${steps}\ntriggers: [${JSON.stringify(written)}]\n`;
  const capability = { id: 'test.any', summary: '', deterministic: true, input: {}, output: {} };
  const { plan, diagnostics } = parsePipeline(text, 'x.yaml', new Map([['test.any', capability]]));
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    [],
  );
  return plan!.triggers[0]!;
}
