/** A process that runs commands of the command line one at a time, as messages tell it to. */
import 'reflect-metadata';
import { runCommand } from '../../../apps/api/src/cli/program';
import { collectGarbage } from '../../../libs/core/src/kernel';

export interface CommandMessage {
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** Collects what is written while `work` runs. */
async function captured(work: () => Promise<number>): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const before = streams.map((name) => process[name].write.bind(process[name]));
  for (const name of streams)
    process[name].write = (chunk: Uint8Array | string) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  try {
    return { code: await work(), ...written };
  } finally {
    for (const [index, name] of streams.entries()) process[name].write = before[index]!;
  }
}

let last: Promise<unknown> = Promise.resolve();

process.on('message', (message: CommandMessage | 'memory') => {
  last = last.then(async () => {
    if (message === 'memory') {
      collectGarbage();
      return void process.send!(process.memoryUsage.rss());
    }
    const { args, env, cwd } = message;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    process.exitCode = undefined;
    const finished = await captured(() => runCommand(args));
    process.exitCode = undefined;
    process.send!(finished);
  });
});
