import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FaultsTrial } from '../../harness/children/page-faults';
import { compiled } from '../../harness/compiled';
import { tinyModel } from '../../harness/fixtures/tiny-models';
import { removeDir, tempDir } from '../../harness/percept';

const execute = promisify(execFile);
const folder = tempDir();
afterAll(() => removeDir(folder));

const SIDE = 1024;
const RUNS = 10;
/** Of the image as 32-bit floats, which the network makes in each run, in pages of 4 KiB. */
const PAGES = (3 * SIDE * SIDE * 4) / 4096;

test('a network for large images keeps the memory of its layers from run to run', async () => {
  const file = join(folder, 'net.onnx');
  const outputs = [{ name: 'scores', shape: [1, 2], values: [8, 0] }];
  writeFileSync(file, tinyModel({ shape: [1, 3, SIDE, SIDE], element: 'uint8', full: 255, outputs }));
  const trial: FaultsTrial = { file, side: SIDE, longestSide: SIDE, runs: RUNS };
  const { stdout } = await execute(process.execPath, [compiled('test/harness/children/page-faults'), JSON.stringify(trial)]);
  // Runs that take their memory again have a fault for each page: RUNS × PAGES.
  expect(Number(stdout)).toBeLessThan(PAGES);
});
