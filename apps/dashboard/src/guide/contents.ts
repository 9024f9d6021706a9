/** A page in the contents of the first page. */
interface ContentsEntry {
  file: string;
  label: string;
}

interface ContentsGroup {
  title: string;
  entries: ContentsEntry[];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The pages in the first page's order, grouped by its headings. Each page appears once. */
export function readContents(firstPage: string): ContentsGroup[] {
  const groups: ContentsGroup[] = [];
  const seen = new Set<string>();
  let heading = '';
  for (const line of firstPage.split('\n')) {
    heading = /^## (.+)/.exec(line)?.[1] ?? heading;
    if (heading === '') continue;
    for (const [, label, file] of line.matchAll(/\[([^\]]+)\]\(((?!\.\.)[^):#]+\.md)\)/g)) {
      if (seen.has(file!)) continue;
      seen.add(file!);
      const group = groups.find((each) => each.title === heading);
      const entry = { file: file!, label: capital(label!) };
      if (group) group.entries.push(entry);
      else groups.push({ title: heading, entries: [entry] });
    }
  }
  return groups;
}
