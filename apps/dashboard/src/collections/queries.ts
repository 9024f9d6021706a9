import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answered, api, ask, postForm, type Shapes } from '../api/client';
import { useLive } from '../api/live';

export type Collection = Shapes['CollectionResponse'];
export type EntryKind = Collection['kind'];
export type TrainResult = Shapes['TrainResponse'];
export type Training = Shapes['TrainingResponse'];

/** Null means unlabelled. */
export type EntryLabel = string | null;
export interface CountedLabel {
  label: EntryLabel;
  entries: number;
}
export type CollectionDetail = Collection & { labels: CountedLabel[]; training: Training | null };
export interface CollectionEntry {
  id: string;
  label: EntryLabel;
  text: string | null;
  metadata: Record<string, unknown>;
  picture_url: string | null;
  created_at: string;
}
type SimilarEntry = CollectionEntry & { similarity: number };

const COLLECTIONS = 'collections';
/** How many entries a class shows at first, and how many more each time. */
const PAGE = 48;

export const useCollections = () =>
  useQuery({ queryKey: [COLLECTIONS], queryFn: async () => (await answered(api.GET('/v2/collections'))).collections });

export const useCollection = (name: string) =>
  useQuery({
    queryKey: [COLLECTIONS, name],
    queryFn: () => ask<CollectionDetail>('GET', `/v2/collections/${encodeURIComponent(name)}`),
  });

/** The entries with a label, newest first. */
export function useEntries(collection: string, label: EntryLabel) {
  return useInfiniteQuery({
    queryKey: [COLLECTIONS, collection, 'entries', label],
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE), ...(label === null ? { unlabelled: 'true' } : { label }) });
      if (pageParam !== '') query.set('cursor', pageParam);
      return ask<{ entries: CollectionEntry[]; next_cursor: string | null }>(
        'GET',
        `/v2/collections/${collection}/entries?${query}`,
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export const useEntry = (collection: string, id: string) =>
  useQuery({
    queryKey: [COLLECTIONS, collection, 'entry', id],
    queryFn: () => ask<CollectionEntry>('GET', `/v2/collections/${collection}/entries/${id}`),
  });

/** Refetches everything that is shown of collections. */
export function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [COLLECTIONS] });
}

function useChange<In, Out>(mutationFn: (input: In) => Promise<Out>, done?: string) {
  const refresh = useRefresh();
  return useMutation({ mutationFn, onSuccess: refresh, ...(done !== undefined && { meta: { done } }) });
}

export const useCreateCollection = () =>
  useChange((body: Shapes['CollectionRequest']) => answered(api.POST('/v2/collections', { body })), 'The collection is created.');

/** @param onGone called before other queries ask for the deleted collection. */
export function useDeleteCollection(onGone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => void (await api.DELETE('/v2/collections/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      onGone();
      return client.invalidateQueries({ queryKey: [COLLECTIONS], exact: true });
    },
    meta: { done: 'The collection is deleted.' },
  });
}

/** An empty label removes the label. */
export const useRelabel = (collection: string) =>
  useChange(({ ids, label }: { ids: readonly string[]; label: EntryLabel }) =>
    each(ids, (id) => ask('PATCH', `/v2/collections/${collection}/entries/${id}`, { label: label ?? '' })),
  );

export const useDeleteEntries = (collection: string) =>
  useChange((ids: readonly string[]) => each(ids, (id) => ask('DELETE', `/v2/collections/${collection}/entries/${id}`)));

export const useDeleteLabel = (collection: string) =>
  useChange(
    (label: string) =>
      ask<{ deleted: number }>('DELETE', `/v2/collections/${collection}/entries?label=${encodeURIComponent(label)}`),
    'Deleted, with all that was kept.',
  );

export const useAddText = (collection: string) =>
  useChange((body: { text: string; label?: string }) =>
    ask<CollectionEntry>('POST', `/v2/collections/${collection}/entries`, body),
  );

/** One at a time, because each one changes the collection. */
async function each(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await work(id);
}

export const addPicture = (collection: string, file: File, label: EntryLabel): Promise<CollectionEntry> =>
  postForm<CollectionEntry>(`/v2/collections/${collection}/entries`, formWith(file, label === null ? {} : { label }));

export function formWith(file: File, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('image', file);
  return form;
}

/** Searches for the entries most similar to a picture or a text. */
export const useCollectionSearch = (collection: string) =>
  useMutation({
    mutationFn: async (what: File | string) => {
      const path = `/v2/collections/${collection}/search`;
      const answer =
        typeof what === 'string'
          ? await ask<{ entries: SimilarEntry[] }>('POST', path, { text: what, limit: SHOWN_FOUND })
          : await postForm<{ entries: SimilarEntry[] }>(path, formWith(what, { limit: String(SHOWN_FOUND) }));
      return answer.entries;
    },
  });

const SHOWN_FOUND = 24;

const hasEnded = ({ ended_at }: Training): boolean => ended_at !== null;

/** The collection's latest training with live progress, and a function that starts the next one. */
export function useTraining({ name, training: before }: CollectionDetail) {
  const client = useQueryClient();
  const path = `/v2/collections/${name}/train`;
  const starting = useMutation({
    mutationFn: (body: { model: string; force: boolean; region?: readonly number[]; crop?: boolean }) =>
      ask<Training>('POST', `${path}/async`, body),
    onSuccess: (training) => client.setQueryData(['training', name], training),
  });
  const cancelling = useMutation({ mutationFn: () => ask<Training>('POST', `${path}/cancel`) });
  const isKnown = starting.isSuccess || before !== null;
  const { data: training } = useLive<Training>({ queryKey: ['training', name], path: isKnown ? path : undefined, hasEnded });
  const version = training?.result?.version;
  useEffect(() => {
    if (version !== undefined && starting.isSuccess) void client.invalidateQueries({ queryKey: ['models'] });
  }, [client, version, starting.isSuccess]);
  return { starting, cancelling, training };
}
