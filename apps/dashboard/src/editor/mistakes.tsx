import { List } from '@mantine/core';
import type { Finding } from '../api/client';

/** Lists the mistakes in a text by line and column. Shows nothing if there are none. */
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
