import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from './client';

const POLL_MS = 1_000;

interface Live<T> {
  queryKey: readonly [string, string];
  /** The address of the task's state. Its events are at `/events` below that. If absent, there is nothing to follow yet. */
  path: string | undefined;
  hasEnded: (state: T) => boolean;
}

/** Follows a task that takes a while, by its events or, if they do not arrive, by polling. */
export function useLive<T>({ queryKey, path, hasEnded }: Live<T>): UseQueryResult<T> {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  const query = useQuery({
    queryKey,
    queryFn: () => ask<T>('GET', path!),
    enabled: path !== undefined,
    refetchInterval: ({ state: { data } }) => (live || (data && hasEnded(data)) ? false : POLL_MS),
  });
  const isOpen = query.data !== undefined && !hasEnded(query.data);
  const [kind, id] = queryKey;
  useEffect(() => {
    if (!isOpen) return undefined;
    const source = new EventSource(`${path}/events`);
    const take = ({ data }: MessageEvent<string>) => client.setQueryData([kind, id], JSON.parse(data) as T);
    source.addEventListener('progress', take);
    source.addEventListener('end', take);
    source.onopen = () => setLive(true);
    source.onerror = () => setLive(false);
    return () => {
      source.close();
      setLive(false);
    };
  }, [client, path, kind, id, isOpen]);
  return query;
}
