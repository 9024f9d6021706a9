// What both kinds of machines do: the environment of a command, and its end.
import { clearTimeout, setTimeout } from 'node:timers';

const OUTPUT_LIMIT = 4_000_000;

export function environment({ home = true, env, compiler }, bin, more) {
  // node-gyp asks nodejs.org for headers that lie beside every Node.
  const all = {
    PATH: `${bin}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    npm_config_cache: '/var/cache/npm',
    ...(compiler && { npm_config_nodedir: '/opt/node' }),
    ...env,
    ...more,
  };
  if (!home) delete all.HOME;
  return Object.entries(all).map(([name, value]) => `${name}=${value}`);
}

export async function finish(child, { limitMs, onLine }) {
  let output = '';
  let rest = '';
  const keep = (chunk) => (output = (output + chunk).slice(-OUTPUT_LIMIT));
  child.stderr.on('data', keep);
  child.stdout.on('data', (chunk) => {
    keep(chunk);
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    if (onLine) lines.forEach(onLine);
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, limitMs);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearTimeout(timer);
  if (late) output += `\nIt did not end within ${limitMs / 1000} s.`;
  return { code: late ? null : code, output };
}
