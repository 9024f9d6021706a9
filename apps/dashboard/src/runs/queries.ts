import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answered, api } from '../api/client';
import { useLive } from '../api/live';
import { hasEnded, type RunDetail, type RunItem } from '../pipelines/answers';
import { whileWatched } from '../api/watched';

const LIST_MS = 3_000;
const MAX_FOLLOWED_PAGES = 3;
/** How many items each page after the first has, because a run may have thousands. */
const NEXT_ITEMS = 500;

/** The newest runs: of one pipeline if `pipeline` names it, else of all. */
export const useRuns = (pipeline?: string) =>
  useQuery({
    queryKey: ['runs', pipeline ?? null],
    queryFn: async () => (await answered(api.GET('/v2/runs', { params: { query: { pipeline } } }))).runs,
    refetchInterval: whileWatched(LIST_MS),
  });

/** A run, followed live. */
export function useRun(id: string) {
  const client = useQueryClient();
  const query = useLive<RunDetail>({ queryKey: ['run', id], path: `/v2/runs/${id}`, hasEnded });
  const ended = query.data ? query.data.counts.succeeded + query.data.counts.failed : 0;
  useEffect(() => {
    // Whether a list is short. Somebody reads a long list, so it is not fetched again page by page.
    const isShort = ({ state: { data } }: { state: { data?: unknown } }): boolean =>
      ((data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) <= MAX_FOLLOWED_PAGES;
    void client.invalidateQueries({ queryKey: ['items', id], predicate: isShort });
  }, [client, id, ended]);
  return query;
}

export const useItems = (id: string, state: RunItem['state'] | '') =>
  useInfiniteQuery({
    queryKey: ['items', id, state],
    queryFn: ({ pageParam }) => {
      const query = { ...(state && { state }), ...(pageParam && { cursor: pageParam, limit: NEXT_ITEMS }) };
      return answered(api.GET('/v2/runs/{id}/items', { params: { path: { id }, query } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
  });

/** Cancels a run, or retries its failed items. */
export function useSteer(id: string, what: 'cancel' | 'retry') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answered(api.POST(`/v2/runs/{id}/${what}`, { params: { path: { id } } })),
    meta: { done: what === 'cancel' ? 'Run cancelled.' : 'Retrying the failed items.' },
    onSuccess: (run) => {
      client.setQueryData(['run', id], run);
      void client.invalidateQueries({ queryKey: ['items', id] });
    },
  });
}
