import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PluginHost, type Config, type PrepareProgress } from '@percept/core';
import { join } from 'node:path';
import { Administrators } from './access/administrators';
import { ApiKeys } from './access/api-keys';
import { PACKAGE_ROOT, VERSION } from './version';

const FIRST_KEY_NAME = 'first';

export interface Greeting {
  config: Config;
  address: string;
  say: (line: string) => void;
}

/** Says where the service is and how to use it: on the first start with a key, and lines that work as pasted. */
export async function greet(app: NestFastifyApplication, { config, address, say }: Greeting): Promise<void> {
  const started = performance.now();
  const host = app.get(PluginHost);
  await host.ready;
  if (!host.isReady()) throw new Error(nothingWorks(host));
  say(
    `Percept ${VERSION} is ready on ${address} (API page: ${address}/docs, warm-up ${Math.round(performance.now() - started)} ms)`,
  );
  if (config.PERCEPT_AUTH === 'off') {
    say('Authentication is off: every request is let in, from this machine only.');
    return sayExamples(address, '', say);
  }
  const [keys, administrators] = [app.get(ApiKeys), app.get(Administrators)];
  if (await administrators.makeFirst()) {
    const { token } = await administrators.link();
    say(`\nThe dashboard, by a link that signs in once within a day:\n\n  ${signInUrl(address, token)}`);
  }
  if (!(await keys.isEmpty())) {
    say('\nSign in to the dashboard: percept admin link');
    return say('Make an API key: percept keys create --name NAME');
  }
  const { key } = await keys.create({ name: FIRST_KEY_NAME, plan: 'enterprise' });
  say(`\nThe first API key, shown only now:\n\n  export PERCEPT_KEY=${key}\n\nTry it:\n`);
  sayExamples(address, ' -H "Authorization: Bearer $PERCEPT_KEY"', say);
}

/** The page of the dashboard that turns the token into a session. */
export function signInUrl(address: string, token: string): string {
  return `${address}/sign-in?token=${token}`;
}

function nothingWorks({ rejected }: PluginHost): string {
  return ['Nothing that Percept can do could be set up:', ...rejected.map(({ source, reason }) => `${source}: ${reason}`)].join(
    '\n',
  );
}

function sayExamples(address: string, access: string, say: (line: string) => void): void {
  const picture = join(PACKAGE_ROOT, 'examples', 'pictures', 'crossing.jpg');
  const json = `-H 'Content-Type: application/json'`;
  say(`  curl ${address}/v2/vision/detect${access} -F image=@${picture}`);
  say(`  curl ${address}/v2/pipelines/detect-folder/runs${access} ${json} -d '{}'`);
  say(`  curl ${address}/v1/webhooks${access} ${json} -d '{"url": "https://example.com/hook", "events": ["batch.*"]}'\n`);
}

/** The first start converts the models, which takes seconds: say so. */
export function tellPreparation(say: (line: string) => void): (progress: PrepareProgress) => void {
  return ({ name, state, index, total }) => {
    if (state === 'converting') say(`Converting the model ${name} (${index} of ${total}) …`);
  };
}
