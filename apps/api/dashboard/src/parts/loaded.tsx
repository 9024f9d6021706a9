import { Center, Loader, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure';

/** What a query brought, what went wrong with it, or that it is under way. Old data stays in sight while new cannot be had. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data === undefined && query.isPending)
    return (
      <Center h={120}>
        <Loader aria-label="Loading" />
      </Center>
    );
  return (
    <Stack gap="md">
      {query.isError && <Failure error={query.error} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
