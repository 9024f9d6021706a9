import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure';
import { Waiting } from './waiting';

/** What a query brought, what went wrong with it, or that it is under way. Old data stays in sight while new cannot be had. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data === undefined && query.isPending) return <Waiting />;
  return (
    <Stack gap="md">
      {query.isError && <Failure error={query.error} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
