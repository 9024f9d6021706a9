import { List } from '@mantine/core';
import type { Finding } from '../api/client';

/** What is wrong with a text, by line and column; nothing where there are no findings. */
export function Mistakes({ of: found = [] }: { of: readonly Finding[] | undefined }) {
  if (found.length === 0) return null;
  return (
    <List size="sm" aria-label="Mistakes">
      {found.map(({ line, column, message }) => (
        <List.Item key={`${line}:${column}:${message}`}>
          <b>
            {line}:{column}
          </b>{' '}
          {message}
        </List.Item>
      ))}
    </List>
  );
}
