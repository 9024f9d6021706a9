import { Ajv } from 'ajv';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStorageRules } from '../../durable/object-storage';
import { AllowedPaths } from '../../kernel';
import { parsePipeline } from '../language';
import { triggerSource } from '../kinds';
import { keywordsSchema } from '../syntax';
import { triggerKeywords } from '../language/triggers';
import type { TriggerEvent, TriggerSource } from './trigger-source';

import '../../../../../test/harness/own-kinds';
import { remains, waitFor } from '../../../../../test/harness/wait-for';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-06-01T12:00:00Z');

export interface TriggerSourceFixture {
  /** A trigger as a pipeline writes it. @param folder an empty folder of the test's own. */
  example(folder: string): Record<string, unknown>;
  /** Makes something happen; for a source that waits for events. @returns the value of the event. */
  cause?(folder: string): Promise<unknown>;
  /** The object storage of the source; none when absent. */
  objects?(): ObjectStorageRules;
}

/** What every trigger source promises. */
export function triggerSourceContract(kind: string, { example, cause, objects }: TriggerSourceFixture): void {
  const source: TriggerSource = triggerSource(kind);

  describe(`the trigger source ${kind}`, () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'percept-trigger-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const specOf = (trigger: Record<string, unknown>) => {
      const inputs = 'inputs: { file: { type: string, default: x } }';
      const steps = 'steps: [{ id: a, for_each: { items: [1] }, steps: [{ id: b, uses: test.any }] }]';
      const text = `version: 1\nname: x\n${inputs}\n${steps}\ntriggers: [${JSON.stringify(trigger)}]\n`;
      const capability = { id: 'test.any', summary: '', deterministic: true, input: {}, output: {} };
      const { plan, diagnostics } = parsePipeline(text, 'x.yaml', new Map([['test.any', capability]]));
      expect(diagnostics).toEqual([]);
      return plan!.triggers[0]!;
    };

    test('is read by the parser and accepted by the schema for editors', () => {
      const trigger = example(folder);
      expect(specOf(trigger)).toMatchObject({ kind, id: '1' });
      const accepts = new Ajv({ strict: false, validateFormats: false }).compile(keywordsSchema(triggerKeywords(kind)));
      expect(accepts(trigger)).toBe(true);
      expect(accepts({ ...trigger, unknown: 1 })).toBe(false);
    });

    test('has a definition that is stored, and shown after it was stored', () => {
      const { settings } = specOf(example(folder));
      const definition = source.definition(settings);
      const stored = JSON.parse(JSON.stringify(definition)) as object;
      expect(source.describe(stored)).toEqual(source.describe(definition));
      expect(source.definition(specOf({ ...example(folder), overlap: 'queue' }).settings)).toEqual(definition);
    });

    if (source.clock)
      test('has times that agree forwards and backwards', () => {
        const times = source.clock!.times(source.definition(specOf(example(folder)).settings), NOW - 30 * 24 * HOUR_MS);
        const next = times.next(5, NOW);
        expect(next).toEqual([...new Set(next)].sort((a, b) => a - b));
        expect(next[0]).toBeGreaterThan(NOW);
        expect(times.between(NOW, next[4]!, 100)).toEqual(next);
        expect(times.between(NOW, next[4]!, 2)).toEqual(next.slice(-2));
        expect(times.between(NOW, next[0]! - 1, 100)).toEqual([]);
      });

    if (cause)
      test('fires for an event, and for none after it is closed', async () => {
        const { settings } = specOf(example(folder));
        const events: TriggerEvent[] = [];
        const failures: unknown[] = [];
        const started = await source.start!(settings, {
          roots: [folder],
          paths: await AllowedPaths.of({ base: folder, roots: [folder] }),
          objects: (objects?.() ?? new ObjectStorageRules()).for({ bounded: true }),
          known: async () => new Set(events.map(({ ref }) => ref)),
          fire: async (event) => void events.push(event),
          report: (error) => failures.push(error),
        });
        const value = await cause(folder);
        await waitFor(() => events.length > 0);
        expect(events[0]!.value).toEqual(value);
        expect(events[0]!.ref).not.toBe('');
        expect(failures).toEqual([]);
        await started.close();
        const before = events.length;
        await cause(folder);
        await remains(() => events.length === before);
      });
  });
}
