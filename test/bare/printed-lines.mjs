/* global fetch, FormData, Blob */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LISTEN_LIMIT_MS = 60_000;

/** Does what the lines to try say, which the first start prints. There is no curl on a bare machine: fetch does its part. */
export async function tryPrintedLines(service, key) {
  const output = service.output();
  const lines = output.match(/^ {2}(curl .*|.* webhooks listen\b.*)$/gm) ?? [];
  if (lines.length < 3) throw new Error(`The first start printed ${lines.length} lines to try:\n${output}`);
  for (const line of lines.map((each) => each.trim())) {
    try {
      await (line.startsWith('curl ') ? likeCurl(line.replace('$PERCEPT_KEY', key)) : listens(line, { url: service.url, key }));
    } catch (error) {
      throw new Error(`'${line}' fails: ${error.message}`, { cause: error });
    }
  }
}

/** The words of a shell's line, without their quotes. */
const words = (line) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c);

async function likeCurl(line) {
  const [, url, ...options] = words(line);
  const headers = {};
  let body;
  for (let i = 0; i < options.length; i += 2) {
    const [option, value] = options.slice(i, i + 2);
    if (option === '-H') headers[value.split(':')[0]] = value.slice(value.indexOf(':') + 1).trim();
    else if (option === '-d') body = value;
    else if (option === '-F') {
      const [, field, file] = /^(\w+)=@(.*)$/.exec(value);
      body = new FormData();
      body.append(field, new Blob([readFileSync(file)]), basename(file));
    } else throw new Error(`test/bare/printed-lines.mjs does not know the option ${option}`);
  }
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 500)}`);
}

/** The receiver subscribes itself to the service. */
async function listens(line, { url, key }) {
  const child = spawn('/bin/sh', ['-c', `exec ${line}`], {
    env: { ...process.env, PERCEPT_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const deadline = Date.now() + LISTEN_LIMIT_MS;
  let isSubscribed = false;
  while (!isSubscribed && child.exitCode === null && Date.now() < deadline) {
    await wait(100);
    const answer = await fetch(`${url}/v1/webhooks`, { headers: { authorization: `Bearer ${key}` } });
    isSubscribed = (await answer.text()).includes('percept webhooks listen');
  }
  child.kill();
  await ended;
  if (!isSubscribed) throw new Error(printed.trim());
}
