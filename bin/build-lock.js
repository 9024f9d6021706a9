'use strict';
const { readFileSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const LOCK = join(__dirname, '..', 'node_modules', '.percept-build');
const POLL_INTERVAL_MS = 100;
/** A process that died may have left the lock, and another process may have its number by now. */
const MAX_AGE_MS = 10 * 60_000;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function isAbandoned() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (Date.now() - statSync(LOCK).mtimeMs > MAX_AGE_MS) return true;
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Runs `build` while no other process of this clone does: a build removes the files of the one before it. */
exports.withBuildLock = (build) => {
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      // Without a place for the lock this process builds as if it were alone.
      if (error.code !== 'EEXIST') return build();
    }
    if (isAbandoned()) rmSync(LOCK, { force: true });
    else sleep(POLL_INTERVAL_MS);
  }
  try {
    return build();
  } finally {
    rmSync(LOCK, { force: true });
  }
};
