import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Shapes } from '../api/client';
import type { TableColumn } from '../parts/rows-table';
import { counted } from '../parts/text/counted';
import { formatDuration } from '../parts/text/duration';
import { number } from '../parts/text/numbers';

/** Rounded to one decimal place, because screen readers misread numbers such as 6e-7. */
const percent = (part: number): number => Math.round(part * 1_000) / 10;

export const OPERATIONS: TableColumn<Shapes['UsageResponse']['operations'][number]>[] = [
  {
    head: 'Operation',
    cell: ({ operation, capability }) =>
      capability ? (
        <Anchor component={Link} href={`/logs?search=${encodeURIComponent(operation)}`} size="sm" fw={600} underline="always">
          {operation}
        </Anchor>
      ) : (
        operation
      ),
  },
  { head: 'Requests', cell: ({ requests }) => number(requests) },
  { head: 'Errors', cell: ({ errors }) => number(errors) },
  { head: 'Median', cell: ({ latency_ms: latency }) => (latency ? formatDuration(latency.p50) : '–') },
  { head: 'p95', cell: ({ latency_ms: latency }) => (latency ? formatDuration(latency.p95) : '–') },
  { head: 'p99', cell: ({ latency_ms: latency }) => (latency ? formatDuration(latency.p99) : '–') },
];

type Key = Shapes['UsageResponse']['keys'][number];

const MAX_CAPABILITIES = 3;

const timeOf = ({ capabilities }: Key): number => capabilities.reduce((sum, { total_ms }) => sum + total_ms, 0);

/** Sorted by time, longest first. */
export const byTime = (one: Key, other: Key): number => timeOf(other) - timeOf(one);

/** @param all the keys that shares refer to. */
export function keyColumns(all: readonly Key[]): TableColumn<Key>[] {
  const whole = all.reduce((sum, key) => sum + timeOf(key), 0);
  return [
    { head: 'Key', cell: ({ name }) => <b>{name}</b> },
    {
      head: 'Processing',
      cell: (key) =>
        timeOf(key) > 0 ? (
          <>
            <Text size="sm" className="whole">
              {formatDuration(timeOf(key))}, {Math.round((timeOf(key) / whole) * 100)} %
            </Text>
            <Progress value={percent(timeOf(key) / whole)} aria-label={`Share of all processing of ${key.name}`} />
          </>
        ) : (
          '–'
        ),
    },
    { head: 'Top capabilities', cell: ({ capabilities }) => <Most of={capabilities} /> },
    { head: 'Requests', cell: ({ requests }) => number(requests) },
    { head: 'Errors', cell: ({ errors }) => number(errors) },
    MONTH,
  ];
}

function Most({ of: capabilities }: { of: Key['capabilities'] }) {
  const more = capabilities.length - MAX_CAPABILITIES;
  return (
    <>
      {capabilities.slice(0, MAX_CAPABILITIES).map(({ capability, requests, total_ms }) => (
        <Text size="xs" key={capability}>
          {capability}: {formatDuration(total_ms)} in {counted(requests, 'call')}
        </Text>
      ))}
      {more > 0 && <Text size="xs">and {more} more</Text>}
    </>
  );
}

const MONTH: TableColumn<Key> = {
  head: 'This month',
  cell: ({ quota, name }) =>
    quota ? (
      <>
        <Text size="xs">
          {number(quota.used)} of {number(quota.limit)}
        </Text>
        <Progress value={percent(quota.used / quota.limit)} aria-label={`Used of the month by ${name}`} />
      </>
    ) : (
      'no limit'
    ),
};

export const ERROR_COLUMNS: TableColumn<Shapes['UsageResponse']['errors'][number]>[] = [
  { head: 'Status', cell: ({ status }) => <b>{status}</b> },
  { head: 'Requests', cell: ({ requests }) => number(requests) },
];
