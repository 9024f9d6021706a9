import MiniSearch from 'minisearch';
import { splitSections, type Section } from './sections';

export interface FoundSection extends Section {
  /** The text around the first search word found. */
  excerpt: string;
}

const MOST = 20;
const AROUND = 70;

/** A search over Markdown pages, by file. It finds word prefixes and tolerates typing mistakes. */
export function createSearch(pages: Readonly<Record<string, string>>): (words: string) => FoundSection[] {
  const sections = Object.entries(pages).flatMap(([file, page]) => splitSections(file, page));
  const byId = new Map(sections.map((section) => [section.id, section]));
  const index = new MiniSearch<Section>({
    fields: ['title', 'heading', 'text'],
    searchOptions: {
      boost: { title: 3, heading: 5 },
      prefix: true,
      fuzzy: (word) => (word.length > 3 ? 1 : 0),
      combineWith: 'AND',
    },
  });
  index.addAll(sections);
  return (words) =>
    index
      .search(words)
      .slice(0, MOST)
      .map(({ id, terms }) => {
        const section = byId.get(id as string)!;
        return { ...section, excerpt: excerptOf(section.text, terms) };
      });
}

function excerptOf(text: string, terms: readonly string[]): string {
  const small = text.toLowerCase();
  const places = terms.map((term) => small.indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - AROUND);
  const from = places.length === 0 ? 0 : start;
  const end = from + 2 * AROUND;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end).trim()}${end < text.length ? ' …' : ''}`;
}
