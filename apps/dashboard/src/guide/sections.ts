/** A part of a page, from a heading to the next one. */
export interface Section {
  /** Unique: the file and the heading's anchor. */
  id: string;
  file: string;
  /** The anchor, such as `#and-its-anchor`. Empty for the text directly below the page's title. */
  hash: string;
  title: string;
  heading: string;
  text: string;
}

/** Makes an anchor from a heading as GitHub does: small letters, no punctuation, dashes for spaces. */
export const toAnchor = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Removes Markdown syntax and keeps the text of links. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|<[^>]*>/g, '')
    .replaceAll('|', ' ')
    .trim();

/** The sections of a Markdown page. The anchor of a repeated heading has a number. */
export function splitSections(file: string, page: string): Section[] {
  const sections: Section[] = [];
  const used = new Map<string, number>();
  let isCode = false;
  let title = file;
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const found = isCode ? undefined : /^(#{1,4}) (.+)/.exec(line);
    if (found) {
      const heading = plain(found[2]!);
      const anchor = toAnchor(found[2]!);
      const times = used.get(anchor) ?? 0;
      used.set(anchor, times + 1);
      const isPage = found[1] === '#' && sections.length === 0;
      if (isPage) title = heading;
      const hash = isPage ? '' : `#${anchor}${times > 0 ? `-${times}` : ''}`;
      sections.push({ id: `${file}${hash}`, file, hash, title, heading, text: '' });
    } else if (sections.length > 0 && !line.startsWith('```')) {
      sections.at(-1)!.text += `${plain(line)} `;
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}
