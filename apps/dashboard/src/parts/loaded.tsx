import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure';
import { Waiting } from './waiting';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Waits for these too: what came later would move what is below it, and a click would miss. */
  after?: readonly UseQueryResult[];
  children: (data: T) => ReactNode;
}

/** What a query brought, what went wrong with it, or that it is under way. Old data stays in sight while new cannot be had. */
export function Loaded<T>({ query, after = [], children }: LoadedProps<T>) {
  if ([query, ...after].some(({ isPending }) => isPending)) return <Waiting />;
  return (
    <Stack gap="md">
      {query.isError && <Failure error={query.error} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
