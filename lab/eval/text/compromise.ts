import { requirePeer } from '../../peers';
import type { Span } from './scores';

interface Offset {
  offset: { start: number; length: number };
}

interface View {
  json(options: { offset: true }): Offset[];
  out(format: 'array'): string[];
}

/** The names in a text, as `compromise` tags them. */
export type Compromise = (text: string) => Record<'people' | 'organizations' | 'places', () => View>;

export const requireCompromise = () => requirePeer('compromise') as Compromise;

/** What `compromise` finds of the same three types, without the marks and the possessive that it leaves at the borders. */
export function compromiseSpans(text: string): Span[] {
  const document = requireCompromise()(text);
  const lists = { PERSON: document.people(), ORGANIZATION: document.organizations(), LOCATION: document.places() };
  return Object.entries(lists).flatMap(([type, found]) =>
    found.json({ offset: true }).flatMap(({ offset }) => {
      const said = text.slice(offset.start, offset.start + offset.length);
      const bare = /[\p{L}\p{N}@#](?:.*[\p{L}\p{N}])?/su.exec(said);
      if (!bare) return [];
      const start = offset.start + bare.index;
      return [{ type, start, end: start + bare[0].replace(/\s*['’]s$/, '').length }];
    }),
  );
}
