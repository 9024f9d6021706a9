import { NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { Failure } from '../parts/failure';
import { readContents } from './contents';
import type { FoundSection } from './find';
import { pageAddress } from './places';
import { usePage, useGuideSearch } from './queries';

interface MenuProps {
  /** The shown file. */
  file: string;
  onChosen: () => void;
}

/** All pages, grouped by the first page's headings, or the results of a search. */
export function GuideMenu({ file, onChosen }: MenuProps) {
  const [words, setWords] = useState('');
  const [isWanted, setWanted] = useState(false);
  const search = useGuideSearch(isWanted);
  const isSearching = words.trim() !== '';
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search the guide"
        placeholder="Search"
        value={words}
        onFocus={() => setWanted(true)}
        onChange={(event) => setWords(event.target.value)}
      />
      {search.isError && <Failure error={search.error} />}
      <ScrollArea mt="xs" type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Pages of the guide' }}>
        {isSearching ? (
          search.data && <Found findings={search.data.find(words)} words={words} file={file} onChosen={onChosen} />
        ) : (
          <Contents file={file} onChosen={onChosen} />
        )}
      </ScrollArea>
    </>
  );
}

function Contents({ file, onChosen }: MenuProps) {
  const { data: first } = usePage('README.md');
  return (
    <Stack gap={0}>
      <NavLink component={Link} href="/guide" label="Overview" active={file === 'README.md'} onClick={onChosen} />
      {readContents(first ?? '').map(({ title, entries }) => {
        const isHere = entries.some((entry) => entry.file === file);
        return (
          <NavLink
            key={`${title} ${isHere}`}
            component="button"
            label={title}
            defaultOpened={isHere || title === 'Guides'}
            childrenOffset="sm"
          >
            {entries.map((entry) => (
              <NavLink
                key={entry.file}
                component={Link}
                href={pageAddress(entry.file)}
                label={<Text size="sm">{entry.label}</Text>}
                active={entry.file === file}
                aria-current={entry.file === file ? 'page' : undefined}
                onClick={onChosen}
              />
            ))}
          </NavLink>
        );
      })}
    </Stack>
  );
}

function Found({ findings, words, file, onChosen }: MenuProps & { findings: readonly FoundSection[]; words: string }) {
  if (findings.length === 0)
    return (
      <Text size="sm" p="xs" role="status">
        No page contains “{words}”.
      </Text>
    );
  return (
    <Stack gap={0} aria-label="Found" component="nav">
      {findings.map((each) => {
        const label = each.heading === each.title ? each.title : `${each.title} › ${each.heading}`;
        const looks = { label, description: each.excerpt, onClick: onChosen };
        const href = pageAddress(each.file, each.hash);
        // On the same page, the browser itself scrolls to the anchor.
        return each.file === file ? (
          <NavLink key={each.id} href={href} {...looks} />
        ) : (
          <NavLink key={each.id} component={Link} href={href} {...looks} />
        );
      })}
    </Stack>
  );
}
