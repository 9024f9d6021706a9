import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MemoryReport, MemoryTrial } from '../../harness/children/kept-memory';
import { compiled } from '../../harness/compiled';
import { tinyModel } from '../../harness/fixtures/tiny-models';
import { removeDir, tempDir } from '../../harness/percept';

const execute = promisify(execFile);
const folder = tempDir();
afterAll(() => removeDir(folder));

/** What a network does with its memory for images of this side, which it makes 32-bit floats of in each run. */
async function memoryOf(side: number, trial: Partial<MemoryTrial> = {}): Promise<MemoryReport> {
  const file = join(folder, `${side}.onnx`);
  const outputs = [{ name: 'scores', shape: [1, 2], values: [8, 0] }];
  writeFileSync(file, tinyModel({ shape: [1, 3, side, side], element: 'uint8', full: 255, outputs }));
  const whole: MemoryTrial = { file, side, longestSide: side, runs: 10, ...trial };
  const { stdout } = await execute(process.execPath, [compiled('test/harness/children/kept-memory'), JSON.stringify(whole)]);
  return JSON.parse(stdout) as MemoryReport;
}

const floatBytes = (side: number): number => 3 * side * side * 4;

test('a network for large images keeps the memory of its layers from run to run', async () => {
  const { pageFaults } = await memoryOf(1024);
  // Runs that take their memory again have a fault for each page of 4 KiB: ten times as many.
  expect(pageFaults).toBeLessThan(floatBytes(1024) / 4096);
});

test('a network that rests gives the memory of its layers back, and runs again', async () => {
  const { ranMb, restedMb } = await memoryOf(4096, { restsAfterMs: 100 });
  expect(ranMb - restedMb).toBeGreaterThan(floatBytes(4096) / 2 ** 20);
});
