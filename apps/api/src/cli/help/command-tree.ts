import type { Command, Option } from 'commander';

/** What may follow the words of a command, such as `runs list`; at the root the words are empty. */
export interface Place {
  words: string;
  choices: Choice[];
}

export interface Choice {
  text: string;
  /** One line. */
  description: string;
  isCommand: boolean;
}

/** Every command with its subcommands and options, the root first. */
export function placesOf(command: Command, words = ''): Place[] {
  const inner = command.commands.flatMap((each) => [each.name(), ...each.aliases()].map((name) => ({ name, each })));
  const choices = [
    ...inner.map(({ name, each }) => ({ text: name, description: firstClause(each.description()), isCommand: true })),
    ...command.options.flatMap(choicesOf),
    { text: '--help', description: 'explains the command by examples', isCommand: false },
  ];
  return [{ words, choices }, ...inner.flatMap(({ name, each }) => placesOf(each, `${words} ${name}`.trim()))];
}

const choicesOf = ({ long, description }: Option): Choice[] =>
  long ? [{ text: long, description: firstClause(description), isCommand: false }] : [];

const firstClause = (text: string): string => text.split(/[;:(]/)[0]!.trim();
