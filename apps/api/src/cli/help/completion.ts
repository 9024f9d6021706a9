import { Argument, type Command } from 'commander';
import { placesOf } from './command-tree';
import { SHELLS } from './shells';

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('prints a script with which a shell completes the commands and options of percept')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
Examples:
  $ percept completion bash > ~/.local/share/bash-completion/completions/percept
  $ percept completion zsh > "\${fpath[1]}/_percept"
  $ percept completion fish > ~/.config/fish/completions/percept.fish
  $ source <(percept completion bash)`,
    )
    .action((shell: string) => void process.stdout.write(SHELLS[shell]!(placesOf(program))));
}
