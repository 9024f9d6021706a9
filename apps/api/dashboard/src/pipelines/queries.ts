import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, ask, type Finding } from '../api/client';
import type { Schema } from '../editor/schema-walk';
import type { Pipeline, PipelineSummary, Run, Schedule, Tick } from './answers';

const at = (name: string): string => `/v2/pipelines/${encodeURIComponent(name)}`;

export const usePipelines = () =>
  useQuery({
    queryKey: ['pipelines'],
    queryFn: async () => (await ask<{ pipelines: PipelineSummary[] }>('GET', '/v2/pipelines')).pipelines,
  });

export const usePipeline = (name: string, enabled: boolean) =>
  useQuery({ queryKey: ['pipelines', name], queryFn: () => ask<Pipeline>('GET', at(name)), enabled });

export const useSchedules = () =>
  useQuery({
    queryKey: ['schedules'],
    queryFn: async () => (await ask<{ schedules: Schedule[] }>('GET', '/v2/schedules')).schedules,
  });

export const useTicks = (name: string) =>
  useQuery({
    queryKey: ['ticks', name],
    queryFn: () => ask<{ schedules: Schedule[]; ticks: Tick[] }>('GET', `${at(name)}/ticks`),
    refetchInterval: 5_000,
  });

/** @param id `<pipeline>/<trigger>` */
export function usePause() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, paused }: { id: string; paused: boolean }) =>
      ask<Schedule>('POST', `/v2/schedules/${id}/${paused ? 'pause' : 'resume'}`),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => /schedules|ticks/.test(String(queryKey[0])) }),
  });
}

/** The mistakes in a text that is being written. */
export const useFindings = (name: string, source: string) =>
  useQuery({
    queryKey: ['findings', name, source],
    queryFn: () => findingsIn(name, source),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });

async function findingsIn(name: string, source: string): Promise<readonly Finding[]> {
  try {
    await ask('POST', `${at(name)}/validate`, { source });
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.findings.length > 0) return error.findings;
    throw error;
  }
}

export const usePipelineSchema = () =>
  useQuery({ queryKey: ['pipeline-schema'], queryFn: () => ask<Schema>('GET', '/schemas/pipeline.json'), staleTime: Infinity });

export function useSave(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (source: string) => ask<{ number: number }>('PUT', at(name), { source }),
    onSuccess: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => /pipelines|schedules|ticks/.test(String(queryKey[0])) }),
  });
}

export function useRemove(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask<void>('DELETE', at(name)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['pipelines'], exact: true }),
  });
}

export const useStart = (name: string) =>
  useMutation({ mutationFn: (inputs: Record<string, unknown>) => ask<Run>('POST', `${at(name)}/runs`, { inputs }) });
