import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PluginHost, type Config } from '@percept/core';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AuditLog } from '../../access/audit/audit-log';
import { Administrators } from '../../access/auth/sessions/administrators';
import { signInUrl } from '../../access/auth/sessions/sign-in-url';
import { ApiKeys } from '../../access/auth/keys/api-keys';
import { dataRoots, EXAMPLES, pipelinesFolder } from '../../platform/config/folders';
import type { Role } from '../../platform/config/roles';
import { PACKAGE_ROOT, VERSION } from '../../platform/config/version';
import { FirstAccess } from './first-access';

const EXAMPLE_PIPELINE = 'detect-folder';

interface Greeting {
  config: Config;
  address: string;
  roles: readonly Role[];
  say: (line: string) => void;
  /** Secrets are printed on a terminal only, because logs are stored. */
  isTerminal: boolean;
}

/**
 * Says where the service is and, if it answers requests, how to use it. On the first start also prints a key, and lines that work
 * when pasted.
 */
export async function printWelcome(app: NestFastifyApplication, greeting: Greeting): Promise<void> {
  const { config, address, roles, say } = greeting;
  const started = performance.now();
  const host = app.get(PluginHost);
  await host.ready;
  if (!host.isReady()) throw new Error(nothingWorks(host));
  const serves = roles.includes('api')
    ? `guide: ${address}/guide, API page: ${address}/docs`
    : `${roles.join(' and ')}: /health and /metrics, no requests`;
  say(`Percept ${VERSION} is ready on ${address} (${serves}, warm-up ${Math.round(performance.now() - started)} ms)`);
  if (!roles.includes('api')) return;
  if (config.PERCEPT_AUTH === 'off') {
    say('Authentication is off: every request is let in, from this machine only.');
    return sayExamples(greeting, '');
  }
  const [keys, administrators] = [app.get(ApiKeys), app.get(Administrators)];
  const access = new FirstAccess(config, keys, app.get(AuditLog));
  await access.endUnused();
  const secrets: string[] = [];
  if (await administrators.makeFirst()) {
    const { token } = await administrators.link();
    secrets.push(`\nThe dashboard, by a link that signs in once within 15 minutes:\n\n  ${signInUrl(address, token)}`);
  }
  if (!(await keys.isEmpty())) {
    if (secrets.length > 0) saySecrets(greeting, access, secrets);
    else access.removeFile();
    say(`\nSign in to the dashboard: ${commandName()} admin link`);
    return say(`Make an API key: ${commandName()} keys create --name NAME`);
  }
  const key = await access.makeKey();
  secrets.push(`\nThe first API key, shown only now. It ends if nobody uses it within 24 hours:\n\n  export PERCEPT_KEY=${key}`);
  saySecrets(greeting, access, secrets);
  say('\nTry it:\n');
  sayExamples(greeting, ' -H "Authorization: Bearer $PERCEPT_KEY"');
}

/** Shows secrets on a terminal only. A log may be kept and read by others, so without a terminal they go to a file of this user. */
function saySecrets({ say, isTerminal }: Greeting, access: FirstAccess, secrets: string[]): void {
  if (isTerminal) return secrets.forEach(say);
  access.write(`${secrets.join('\n')}\n`);
  const end = 'the next start deletes it too, and Percept does after 24 hours';
  say(`\nThe first API key and the sign-in link are in ${access.file}. Read the file, then delete it; ${end}.`);
}

function nothingWorks({ rejected }: PluginHost): string {
  return ['Nothing that Percept can do could be set up:', ...rejected.map(({ source, reason }) => `${source}: ${reason}`)].join(
    '\n',
  );
}

/** Lines that work when pasted in the service's working folder. */
function sayExamples({ config, address, say }: Greeting, access: string): void {
  const image = join(EXAMPLES, 'images', 'crossing.jpg');
  say(`  curl ${address}/v2/vision/detect${access} -F 'image=@${image}'`);
  const isServed = existsSync(join(pipelinesFolder(config), `${EXAMPLE_PIPELINE}.yaml`));
  if (isServed && dataRoots(config).includes(EXAMPLES))
    say(`  curl ${address}/v2/pipelines/${EXAMPLE_PIPELINE}/runs${access} -H 'Content-Type: application/json' -d '{}'`);
  say(`  ${commandName()} webhooks listen --subscribe    # where the service runs with PERCEPT_WEBHOOK_ALLOW_LOOPBACK=true\n`);
}

/** How to call this package's command line in the working folder. */
function commandName(): string {
  const path = relative('.', join(PACKAGE_ROOT, 'bin', 'percept'));
  if (path.startsWith('..')) return 'percept';
  return path.startsWith('node_modules') ? 'npx percept' : path;
}
