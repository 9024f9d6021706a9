import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Failure } from './failure';
import { LoadingPlaceholder } from './waiting';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Other queries to wait for: content that loaded later would move what is below it, and a click would miss. */
  after?: readonly UseQueryResult[];
  children: (data: T) => ReactNode;
}

/** Whether a query was never answered. After a failure, a query without data that is retried also counts as pending. */
const isFirst = ({ isPending, errorUpdateCount }: UseQueryResult): boolean => isPending && errorUpdateCount === 0;

/** Shows a query's data, its error or its loading state. Old data or the error stays visible until there is new data. */
export function Loaded<T>({ query, after = [], children }: LoadedProps<T>) {
  const failure = useRef<Error>(null);
  if (!query.isPending) failure.current = query.error;
  if ([query, ...after].some(isFirst)) return <LoadingPlaceholder />;
  return (
    <Stack gap="md">
      {failure.current && <Failure error={failure.current} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
