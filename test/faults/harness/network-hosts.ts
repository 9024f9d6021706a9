import { execFileSync } from 'node:child_process';

const run = (...args: string[]): string => execFileSync('ip', args, { stdio: 'pipe' }).toString();

/** Machines that reach this one and nothing else. */
export const HOSTS_NETWORK = '10.201.0.0/16';

/** Why there are no hosts here; undefined if there can be. */
export const withoutHosts = reasonAgainst();

/** Another machine as its programs see it: a network namespace with one cable to this machine. */
export class NetworkHost {
  readonly name: string;
  private readonly cable: string;
  /** Of this machine, as the host reaches it. */
  readonly gateway: string;

  constructor(private readonly number: number) {
    this.name = `percept-${process.pid}-${number}`;
    this.cable = `pc${process.pid}n${number}`;
    this.gateway = `10.201.${number}.1`;
    run('netns', 'add', this.name);
    run('link', 'add', this.cable, 'type', 'veth', 'peer', 'name', 'uplink', 'netns', this.name);
    run('addr', 'add', `${this.gateway}/24`, 'dev', this.cable);
    run('link', 'set', this.cable, 'up');
    this.inside('ip', 'link', 'set', 'lo', 'up');
    this.inside('ip', 'addr', 'add', `10.201.${number}.2/24`, 'dev', 'uplink');
    this.inside('ip', 'link', 'set', 'uplink', 'up');
  }

  /** The command that runs on the host. */
  command(...args: string[]): string[] {
    return ['ip', 'netns', 'exec', this.name, ...args];
  }

  cut(): void {
    run('link', 'set', this.cable, 'down');
  }

  mend(): void {
    run('link', 'set', this.cable, 'up');
  }

  remove(): void {
    run('netns', 'del', this.name);
  }

  private inside(program: string, ...args: string[]): void {
    run('netns', 'exec', this.name, program, ...args);
  }
}

function reasonAgainst(): string | undefined {
  const name = `percept-${process.pid}-try`;
  try {
    run('netns', 'add', name);
    run('netns', 'del', name);
    return undefined;
  } catch {
    return 'Network namespaces are not allowed here (root, and ip of iproute2): the tests with several machines are skipped.';
  }
}
