import { PerceptError } from '@percept/sdk';

/** How many pages one call reads at most. */
export const MAX_PAGES = 2000;
const PART = /^(\d{1,6})?(?:(-)(\d{1,6})?)?$/;

/**
 * The requested pages such as `1-3,8`, sorted and without repeats; all pages without a selection.
 * @param count pages of the document.
 * @throws PerceptError INVALID_REQUEST for `pages`.
 */
export function selectPages(selection: string | undefined, count: number): number[] {
  const pages = selection === undefined ? range(1, count) : listed(selection, count);
  if (pages.length <= MAX_PAGES) return pages;
  throw PerceptError.invalid(
    'pages',
    `are ${pages.length.toLocaleString('en')}, and one call reads at most ${MAX_PAGES.toLocaleString('en')}: name some, such as 1-${MAX_PAGES}.`,
  );
}

function listed(selection: string, count: number): number[] {
  const pages = new Set<number>();
  for (const part of selection.split(',')) {
    const [, from, dash, to] = PART.exec(part.trim()) ?? [];
    if (from === undefined && to === undefined)
      throw PerceptError.invalid('pages', `must be numbers and ranges, such as 1-3,8, not '${selection.slice(0, 60)}'.`);
    const [first, last] = [Number(from ?? 1), dash ? Number(to ?? count) : Number(from)];
    if (first < 1 || last < first) throw PerceptError.invalid('pages', `has '${part.trim()}', and pages count upwards from 1.`);
    if (first > count) throw PerceptError.invalid('pages', `has page ${first}, and the document has ${count}.`);
    for (const page of range(first, Math.min(last, count))) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
