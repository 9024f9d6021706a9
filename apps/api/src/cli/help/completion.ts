import { Argument, type Command, type Option } from 'commander';

/** Quotes a text for POSIX shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes a text for fish, in which a backslash escapes within single quotes. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const commandsOf = ({ choices }: CompletionPlace): Choice[] => choices.filter(({ isCommand }) => isCommand);
const withCommands = (places: CompletionPlace[]): CompletionPlace[] => places.filter((place) => commandsOf(place).length > 0);

/** Finds the place that the words before the cursor lead to, for bash and zsh. */
const walk = (places: CompletionPlace[]): string =>
  withCommands(places)
    .flatMap((place) => commandsOf(place).map(({ text }) => [`${place.words}/${text}`, `${place.words} ${text}`.trim()]))
    .map(([step, words]) => `      ${quoted(step!)}) place=${quoted(words!)} ;;`)
    .join('\n');

const bash = (places: CompletionPlace[]): string => `# percept completion bash
_percept() {
  local place='' word choices=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place/$word" in
${walk(places)}
    esac
  done
  case "$place" in
${places.map(({ words, choices }) => `    ${quoted(words)}) choices=${quoted(choices.map(({ text }) => text).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _percept percept
`;

const zshChoice = ({ text, description }: Choice): string => quoted(`${text}:${description.replaceAll(':', '\\:')}`);

const zsh = (places: CompletionPlace[]): string => `#compdef percept
_percept() {
  local place='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$word" in
${walk(places)}
    esac
  done
  case "$place" in
${places.map(({ words, choices }) => `    ${quoted(words)}) choices=(${choices.map(zshChoice).join(' ')}) ;;`).join('\n')}
  esac
  _describe percept choices
  _files
}
compdef _percept percept
`;

const fish = (places: CompletionPlace[]): string =>
  `# percept completion fish
function __percept_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place/$word"
${withCommands(places)
  .flatMap((place) => commandsOf(place).map(({ text }) => [`${place.words}/${text}`, `${place.words} ${text}`.trim()]))
  .map(([step, words]) => `      case ${fishQuoted(step!)}\n        set place ${fishQuoted(words!)}`)
  .join('\n')}
    end
  end
  test "$place" = "$argv[1]"
end
${places.flatMap(({ words, choices }) => choices.map((choice) => fishLine(words, choice))).join('\n')}
`;

function fishLine(words: string, { text, description, isCommand }: Choice): string {
  const what = isCommand ? `-f -a ${text}` : `-l ${text.slice(2)}`;
  return `complete -c percept -n ${fishQuoted(`__percept_at ${fishQuoted(words)}`)} ${what} -d ${fishQuoted(description)}`;
}

/** The completion script of each shell. */
const SHELLS: Readonly<Record<string, (places: CompletionPlace[]) => string>> = { bash, zsh, fish };

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
    .action((shell: string) => void process.stdout.write(SHELLS[shell]!(listCompletionPlaces(program))));
}

/** What may follow the words of a command, such as `runs list`; at the root the words are empty. */
interface CompletionPlace {
  words: string;
  choices: Choice[];
}

interface Choice {
  text: string;
  /** One line. */
  description: string;
  isCommand: boolean;
}

/** Every command with its subcommands and options, the root first. */
function listCompletionPlaces(command: Command, words = ''): CompletionPlace[] {
  const inner = command.commands.flatMap((each) => [each.name(), ...each.aliases()].map((name) => ({ name, each })));
  const choices = [
    ...inner.map(({ name, each }) => ({ text: name, description: firstClause(each.description()), isCommand: true })),
    ...command.options.flatMap(choicesOf),
    { text: '--help', description: 'explains the command by examples', isCommand: false },
  ];
  return [{ words, choices }, ...inner.flatMap(({ name, each }) => listCompletionPlaces(each, `${words} ${name}`.trim()))];
}

const choicesOf = ({ long, description }: Option): Choice[] =>
  long ? [{ text: long, description: firstClause(description), isCommand: false }] : [];

const firstClause = (text: string): string => text.split(/[;:(]/)[0]!.trim();
