import { useQuery } from '@tanstack/react-query';
import { answered, api, type Shapes } from '../api/client';
import { whileWatched } from '../api/watched';

export type Overview = Shapes['OverviewResponse'];

const WATCH_MS = 15_000;
const DAY_MS = 86_400_000;
const REPORTED_DAYS = 400;

export const useOverview = () =>
  useQuery({
    queryKey: ['overview'],
    queryFn: () => answered(api.GET('/v2/overview')),
    refetchInterval: whileWatched(WATCH_MS),
  });

/** The newest runs, including the active ones. */
export const useNewestRuns = () =>
  useQuery({
    queryKey: ['runs', 'newest'],
    queryFn: async () => (await answered(api.GET('/v2/runs', { params: { query: { limit: 20 } } }))).runs,
    refetchInterval: whileWatched(WATCH_MS),
  });

export const useRunning = () =>
  useQuery({
    queryKey: ['runs', 'running'],
    queryFn: async () => (await answered(api.GET('/v2/runs', { params: { query: { status: 'running' } } }))).runs,
    refetchInterval: whileWatched(WATCH_MS),
  });

/** Whether a capability was ever called, as far back as usage is kept. */
export const useHasCalled = () =>
  useQuery({
    queryKey: ['has-called'],
    queryFn: async () => {
      const from = new Date(Date.now() - (REPORTED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
      const { operations } = await answered(api.GET('/v1/usage', { params: { query: { from } } }));
      return operations.some(({ capability }) => capability);
    },
  });
