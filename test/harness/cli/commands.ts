import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CommandMessage } from './command-process';
import { compiled } from '../compiled';
import { environment, ROOT, type Finished } from '../percept';

export interface Commands {
  /** Runs a command as `percept` of the harness does, without starting a process for it. Nothing is on its standard input. */
  run(args: string[], options?: { env?: Record<string, string>; cwd?: string }): Promise<Finished>;
  /** The bytes in memory after what nobody uses was collected. */
  memory(): Promise<number>;
  pid: number;
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
  const ask = async (message: CommandMessage | 'memory'): Promise<unknown> => {
    const answer = once(child, 'message');
    child.send(message);
    return (await Promise.race([answer, ended]))[0] as unknown;
  };
  const inTurn = <T>(message: CommandMessage | 'memory'): Promise<T> => {
    const result = last.then(() => ask(message));
    last = result.catch(() => undefined);
    return result as Promise<T>;
  };
  return {
    run: (args, { env, cwd = ROOT } = {}) => inTurn<Finished>({ args, env: environment(env), cwd }),
    memory: () => inTurn<number>('memory'),
    pid: child.pid!,
    close: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}
