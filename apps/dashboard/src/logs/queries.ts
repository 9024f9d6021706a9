import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answered, api, ask, type Shapes } from '../api/client';
import type { Hour } from '../parts/hours/hour';
import { toDayBounds } from './day';

export type LogEntry = Shapes['LogEntryResponse'];

/** The search criteria. An empty string matches anything. */
export interface LogSearch {
  search: string;
  status: string;
  key_id: string;
  min_ms: string;
  /** A day such as 2026-01-31 in the reader's time zone. */
  day: string;
  /** `true` includes the dashboard's own requests. */
  dashboard: string;
}

const TAIL_MS = 2_000;

const HOURS_MS = 10_000;

/** The same requests by hour, for the chosen day or the last 24 hours. */
export const useLogHours = ({ search, status, key_id, min_ms, day, dashboard }: LogSearch, live: boolean) =>
  useQuery({
    queryKey: ['log-hours', search, status, key_id, min_ms, day, dashboard],
    queryFn: async () => {
      const named = { search, status, key_id, min_ms, dashboard, ...toDayBounds(day) };
      const given = Object.entries(named).filter((each): each is [string, string] => Boolean(each[1]));
      return (await ask<{ hours: Hour[] }>('GET', `/v2/logs/hours?${new URLSearchParams(given).toString()}`)).hours;
    },
    placeholderData: keepPreviousData,
    refetchInterval: live && HOURS_MS,
  });

/** The matching requests, newest first. In live mode, the first page is polled. */
export const useLogs = ({ search, status, key_id, min_ms, day, dashboard }: LogSearch, live: boolean) =>
  useInfiniteQuery({
    queryKey: ['logs', search, status, key_id, min_ms, day, dashboard],
    queryFn: ({ pageParam }) => {
      const named = { search, status, key_id, cursor: pageParam, ...toDayBounds(day) };
      const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
      const query = { ...given, ...(min_ms && { min_ms: Number(min_ms) }), ...(dashboard && { dashboard: true }) };
      return answered(api.GET('/v2/logs', { params: { query } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (live && (data?.pages.length ?? 0) <= 1 ? TAIL_MS : false),
  });
