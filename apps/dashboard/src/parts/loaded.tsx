import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Failure } from './failure';
import { Waiting } from './waiting';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Waits for these too: what came later would move what is below it, and a click would miss. */
  after?: readonly UseQueryResult[];
  children: (data: T) => ReactNode;
}

/** Not once answered, well or badly. A query without data that is asked again after a failure counts as pending, too. */
const isFirst = ({ isPending, errorUpdateCount }: UseQueryResult): boolean => isPending && errorUpdateCount === 0;

/** What a query brought, what went wrong with it, or that it is under way. Old data, or the failure, stays in sight until there is new data. */
export function Loaded<T>({ query, after = [], children }: LoadedProps<T>) {
  const failure = useRef<Error>(null);
  if (!query.isPending) failure.current = query.error;
  if ([query, ...after].some(isFirst)) return <Waiting />;
  return (
    <Stack gap="md">
      {failure.current && <Failure error={failure.current} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
