/* global fetch, AbortSignal */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 60_000;
const NOISE = /^(npm (warn|error)|.*\bWarning:|\s+at .*\(?(file|node):|.*DeprecationWarning)/im;

/** Starts Percept as a user does, and waits until /health/ready is ok and it has printed its address. */
export async function startService(command) {
  const port = await freePort();
  const env = { ...process.env, PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true', ...(port === 3000 ? {} : { PORT: String(port) }) };
  // A group of its own: a signal reaches npm and Percept, as Ctrl-C on a terminal does.
  const child = spawn(command[0], command.slice(1), { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  child.on('error', (error) => (printed += `\n${error.message}`));
  const url = `http://127.0.0.1:${port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(/is ready on http/.test(printed) && (await isReady(url)))) {
    if (hasEnded()) throw new Error(`Percept ended before it was ready:\n${printed.trim()}`);
    if (Date.now() > deadline) throw new Error(`Percept was not ready within ${START_LIMIT_MS / 1000} s:\n${printed.trim()}`);
    await wait(100);
  }
  // The key and the lines to try follow the address.
  await wait(500);
  return {
    url,
    key: firstKey(printed),
    output: () => printed,
    /** What the start should not have printed: a warning of npm or Node, or a stack trace. */
    noise: () => NOISE.exec(printed)?.[0].trim(),
    async stop() {
      if (hasEnded()) throw new Error(`Percept ended by itself:\n${printed.trim().slice(-2000)}`);
      process.kill(-child.pid, 'SIGTERM');
      // npm ends before Percept, which finishes its work: the whole group has to be gone.
      const deadline = Date.now() + STOP_LIMIT_MS;
      while (isAlive(-child.pid)) {
        if (Date.now() > deadline) {
          process.kill(-child.pid, 'SIGKILL');
          throw new Error(`Percept did not end within ${STOP_LIMIT_MS / 1000} s after SIGTERM`);
        }
        await wait(50);
      }
    },
  };
}

/** The key is in a file that the log names; it is printed on terminals only. */
function firstKey(printed) {
  const file = /are in (.+first-access\.txt)/.exec(printed)?.[1];
  return file && /PERCEPT_KEY=(pk_live_\w+)/.exec(readFileSync(file, 'utf8'))?.[1];
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function isReady(url) {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) });
    return answer.ok && (await answer.json()).status === 'ok';
  } catch {
    return false;
  }
}

/** 3000, the default, if it is free. */
async function freePort() {
  for (const port of [3000, 0]) {
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    const taken = server.address().port;
    server.close();
    await once(server, 'close');
    return taken;
  }
}
