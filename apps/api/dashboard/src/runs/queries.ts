import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../api/client';
import { hasEnded, type Run, type RunItem } from '../pipelines/answers';

const POLL_MS = 1_000;
const LIST_MS = 3_000;

/** The newest runs, of one pipeline where it is named. */
export const useRuns = (pipeline?: string) =>
  useQuery({
    queryKey: ['runs', pipeline ?? null],
    queryFn: async () => {
      const query = pipeline === undefined ? '' : `?pipeline=${encodeURIComponent(pipeline)}`;
      return (await ask<{ runs: Run[] }>('GET', `/v2/runs${query}`)).runs;
    },
    refetchInterval: LIST_MS,
  });

/** A run as it goes on: by its events, or by asking again where they do not come through. */
export function useRun(id: string) {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  const query = useQuery({
    queryKey: ['run', id],
    queryFn: () => ask<Run>('GET', `/v2/runs/${id}`),
    refetchInterval: ({ state: { data } }) => (live || (data && hasEnded(data)) ? false : POLL_MS),
  });
  const isOpen = query.data !== undefined && !hasEnded(query.data);
  useEffect(() => {
    if (!isOpen) return undefined;
    const source = new EventSource(`/v2/runs/${id}/events`);
    const take = ({ data }: MessageEvent<string>) => client.setQueryData(['run', id], JSON.parse(data) as Run);
    source.addEventListener('progress', take);
    source.addEventListener('end', take);
    source.onopen = () => setLive(true);
    source.onerror = () => setLive(false);
    return () => {
      source.close();
      setLive(false);
    };
  }, [client, id, isOpen]);
  const ended = query.data ? query.data.counts.succeeded + query.data.counts.failed : 0;
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['items', id] });
  }, [client, id, ended]);
  return query;
}

interface ItemPage {
  items: RunItem[];
  next_cursor?: string | null;
}

export const useItems = (id: string, state: string) =>
  useInfiniteQuery({
    queryKey: ['items', id, state],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(pageParam && { cursor: pageParam }) });
      return ask<ItemPage>('GET', `/v2/runs/${id}/items?${query}`);
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: ItemPage) => next_cursor ?? undefined,
    placeholderData: (before) => before,
  });

/** Stops a run, or does its failed items again. */
export function useSteer(id: string, what: 'cancel' | 'retry') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask<Run>('POST', `/v2/runs/${id}/${what}`),
    onSuccess: (run) => {
      client.setQueryData(['run', id], run);
      void client.invalidateQueries({ queryKey: ['items', id] });
    },
  });
}
