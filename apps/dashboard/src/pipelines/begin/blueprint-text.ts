/** A template for a new pipeline. */
export interface Blueprint {
  name: string;
  /** One sentence that says what the pipeline does. */
  description: string;
  text: string;
}

/** The value of a top-level key, if it is on the same line. */
export function topLevel(text: string, key: string): string | undefined {
  const value = new RegExp(`^${key}:[ \\t]*(.+?)[ \\t]*$`, 'm').exec(text)?.[1];
  return value?.replace(/^(['"])(.*)\1$/, '$2');
}

/** @throws Error if the text has no name, which means a mistake in our own blueprints. */
export function readBlueprint(text: string): Blueprint {
  const name = topLevel(text, 'name');
  if (name === undefined) throw new Error('A blueprint has no name.');
  return { name, description: topLevel(text, 'description') ?? '', text };
}

/** The text with another name, without its first comment, which describes a file. */
export function renamed(text: string, name: string): string {
  const body = text.replace(/^(#[^\n]*\n)+/, '');
  return /^name:.*$/m.test(body) ? body.replace(/^name:.*$/m, `name: ${name}`) : `name: ${name}\n${body}`;
}
