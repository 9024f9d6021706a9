import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, api, ApiError, ask, type Finding } from '../api/client';
import type { CompletionSchema } from '../editor/schema-walk';
import { whileWatched } from '../api/watched';
import type { PipelineDraft } from './draft';

const at = (name: string) => ({ params: { path: { name } } });

export const usePipelines = () =>
  useQuery({ queryKey: ['pipelines'], queryFn: async () => (await answered(api.GET('/v2/pipelines'))).pipelines });

export const usePipeline = (name: string, enabled: boolean) =>
  useQuery({ queryKey: ['pipelines', name], queryFn: () => answered(api.GET('/v2/pipelines/{name}', at(name))), enabled });

export const useSchedules = () =>
  useQuery({ queryKey: ['schedules'], queryFn: async () => (await answered(api.GET('/v2/schedules'))).schedules });

export const useTicks = (name: string) =>
  useQuery({
    queryKey: ['ticks', name],
    queryFn: () => answered(api.GET('/v2/pipelines/{name}/ticks', at(name))),
    refetchInterval: whileWatched(5_000),
  });

/** Changes a schedule, named `<pipeline>/<trigger>`, and refetches the schedules. */
function useScheduleChange<In extends { id: string }, Out>(
  change: (params: { params: { path: { pipeline: string; trigger: string } } }, input: In) => Promise<Out>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In) => {
      const [pipeline = '', ...trigger] = input.id.split('/');
      return change({ params: { path: { pipeline, trigger: trigger.join('/') } } }, input);
    },
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => /schedules|ticks/.test(String(queryKey[0])) }),
  });
}

export const usePause = () =>
  useScheduleChange((at, { until }: { id: string; until?: string }) =>
    answered(api.POST('/v2/schedules/{pipeline}/{trigger}/pause', { ...at, body: { until } })),
  );

export const useResume = () =>
  useScheduleChange((at, _: { id: string }) => answered(api.POST('/v2/schedules/{pipeline}/{trigger}/resume', at)));

/** Makes a new address for a webhook trigger. Only this answer contains it. */
export const useMakeAddress = () =>
  useScheduleChange((at, _: { id: string }) => answered(api.POST('/v2/schedules/{pipeline}/{trigger}/address', at)));

/** The mistakes in a text being edited. */
export const useFindings = (name: string, source: string) =>
  useQuery({
    queryKey: ['findings', name, source],
    queryFn: () => findingsIn(name, source),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });

async function findingsIn(name: string, source: string): Promise<readonly Finding[]> {
  try {
    await api.POST('/v2/pipelines/{name}/validate', { ...at(name), body: { source } });
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.findings.length > 0) return error.findings;
    throw error;
  }
}

export const usePipelineSchema = () =>
  useQuery({
    queryKey: ['pipeline-schema'],
    queryFn: () => ask<CompletionSchema>('GET', '/schemas/pipeline.json'),
    staleTime: Infinity,
  });

/** @param onSaved receives the new revision. */
export function useSave(name: string, onSaved: (revision: string) => void) {
  const client = useQueryClient();
  const reload = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => /pipelines|schedules|ticks/.test(String(queryKey[0])) });
  return useMutation({
    mutationFn: ({ text, from }: PipelineDraft) => {
      const header = from === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${from}"` };
      return answered(api.PUT('/v2/pipelines/{name}', { params: { path: { name }, header }, body: { source: text } }));
    },
    onSuccess: async ({ revision }) => {
      onSaved(revision);
      await reload();
    },
    onError: (error) => (error instanceof ApiError && error.code === 'CONFLICT' ? reload() : undefined),
    meta: { done: `${name} saved.` },
  });
}

export function useRemove(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE('/v2/pipelines/{name}', at(name)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['pipelines'], exact: true }),
    meta: { done: `Saved copy of ${name} deleted.` },
  });
}

export const useStart = (name: string) =>
  useMutation({
    mutationFn: (body: { inputs: Record<string, unknown>; limit?: number; source?: string }) =>
      answered(api.POST('/v2/pipelines/{name}/runs', { ...at(name), body })),
    meta: { done: `Run of ${name} started.` },
  });
