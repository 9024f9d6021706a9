import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CommandMessage } from './command-process';
import { compiled } from '../compiled';
import { environment, ROOT, type Finished } from '../percept';

export interface Commands {
  /** Runs a command as `percept` of the harness does, without starting a process for it. Nothing is on its standard input. */
  run(args: string[], options?: { env?: Record<string, string>; cwd?: string }): Promise<Finished>;
  close(): Promise<void>;
}

/** One process for many commands, where their own processes are not what is tested: each start costs a third of a second. */
export function openCommands(): Commands {
  const child = fork(compiled('test/harness/cli/command-process'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the commands has ended');
  });
  ended.catch(() => undefined);
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (message: CommandMessage): Promise<Finished> => {
    const answer = once(child, 'message');
    child.send(message);
    return (await Promise.race([answer, ended]))[0] as Finished;
  };
  return {
    run: (args, { env, cwd = ROOT } = {}) => {
      const result = last.then(() => ask({ args, env: environment(env), cwd }));
      last = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}
