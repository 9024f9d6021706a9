import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a command by NODE_OPTIONS: leaves the CPU milliseconds of the whole process in the file that CPU_REPORT names.
if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(process.env['CPU_REPORT']!, String((user + system) / 1_000));
  });
