/** A pipeline to start from. */
export interface Blueprint {
  name: string;
  /** What it does, in a sentence. */
  description: string;
  text: string;
}

/** The value of a key of the first level that fits on its line. */
export function topLevel(text: string, key: string): string | undefined {
  const value = new RegExp(`^${key}:[ \\t]*(.+?)[ \\t]*$`, 'm').exec(text)?.[1];
  return value?.replace(/^(['"])(.*)\1$/, '$2');
}

/** @throws Error if the text has no name: the blueprints are ours. */
export function readBlueprint(text: string): Blueprint {
  const name = topLevel(text, 'name');
  if (name === undefined) throw new Error('A blueprint has no name.');
  return { name, description: topLevel(text, 'description') ?? '', text };
}

/** The text under another name; without the comment at its top, which speaks of a file. */
export function renamed(text: string, name: string): string {
  const body = text.replace(/^(#[^\n]*\n)+/, '');
  return /^name:.*$/m.test(body) ? body.replace(/^name:.*$/m, `name: ${name}`) : `name: ${name}\n${body}`;
}
