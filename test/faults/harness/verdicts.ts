import { appendFileSync } from 'node:fs';

/** What came of a fault: how much there was, and what of it was lost or done twice. */
export interface Verdict {
  of: number;
  lost: number;
  twice: number;
}

/** Keeps what came of a fault for the table at the end, and demands that nothing was lost and nothing done twice. */
export function judge(fault: string, verdict: Verdict): void {
  const { currentTestName } = expect.getState();
  const driver = /on PostgreSQL/.test(currentTestName ?? '') ? 'Bull, PostgreSQL' : 'embedded, SQLite';
  appendFileSync(process.env['FAULT_VERDICTS']!, `${JSON.stringify({ fault, driver, ...verdict })}\n`);
  expect(verdict).toEqual({ of: verdict.of, lost: 0, twice: 0 });
}

/** What is missing of the expected, and what is there more often than once. */
export function compare(expected: readonly string[], found: readonly string[]): Verdict {
  const distinct = new Set(found);
  const lost = expected.filter((each) => !distinct.has(each)).length;
  return { of: expected.length, lost, twice: found.length - distinct.size };
}
