import { NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { operationAddress, toOperationName, type DescribedOperation } from './document';

interface MenuProps {
  operations: readonly DescribedOperation[];
  chosen?: DescribedOperation;
  onChosen: () => void;
}

/** All operations grouped by tag, with a search over names, paths and summaries. */
export function Menu({ operations, chosen, onChosen }: MenuProps) {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter(({ id, path, method, summary = '' }) => {
    const text = `${toOperationName(id)} ${method} ${path} ${summary} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <>
      <TextInput
        aria-label="Search the operations"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ScrollArea mt="xs" type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Operations' }}>
        <Stack gap={0}>
          <NavLink href="#/" label={<Text size="sm">Overview</Text>} active={!chosen} onClick={onChosen} />
          {tags.map((tag) => (
            <NavLink
              key={`${tag} ${words.length > 0}`}
              component="button"
              label={<Text size="sm">{toOperationName(tag)}</Text>}
              defaultOpened={words.length > 0 || chosen?.tag === tag}
            >
              {found
                .filter((each) => each.tag === tag)
                .map((each) => (
                  <Entry key={each.id} of={each} isHere={each.id === chosen?.id} onChosen={onChosen} />
                ))}
            </NavLink>
          ))}
          {found.length === 0 && (
            <Text size="sm" p="xs" role="status">
              No operation contains “{search}”.
            </Text>
          )}
        </Stack>
      </ScrollArea>
    </>
  );
}

function Entry({ of, isHere, onChosen }: { of: DescribedOperation; isHere: boolean; onChosen: () => void }) {
  return (
    <NavLink
      href={operationAddress(of)}
      label={<Text size="sm">{toOperationName(of.id)}</Text>}
      rightSection={<MethodBadge>{of.method}</MethodBadge>}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onChosen}
    />
  );
}

export const MethodBadge = ({ children }: { children: string }) => (
  <span className="method" data-method={children}>
    {children === 'DELETE' ? 'DEL' : children}
  </span>
);
