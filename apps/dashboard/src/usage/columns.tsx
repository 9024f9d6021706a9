import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Shapes } from '../api/client';
import type { Column } from '../parts/rows-table';

const count = (value: number): string => value.toLocaleString('en');
const ms = (value: number): string => (value < 10 ? value.toFixed(1) : count(Math.round(value)));

export const OPERATIONS: Column<Shapes['UsageResponse']['operations'][number]>[] = [
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
  { head: 'Requests', cell: ({ requests }) => count(requests) },
  { head: 'Errors', cell: ({ errors }) => count(errors) },
  { head: 'Half within', cell: ({ latency_ms: latency }) => (latency ? `${ms(latency.p50)} ms` : '–') },
  { head: '95 % within', cell: ({ latency_ms: latency }) => (latency ? `${ms(latency.p95)} ms` : '–') },
  { head: '99 % within', cell: ({ latency_ms: latency }) => (latency ? `${ms(latency.p99)} ms` : '–') },
];

export const KEYS: Column<Shapes['UsageResponse']['keys'][number]>[] = [
  { head: 'Key', cell: ({ name }) => <b>{name}</b> },
  { head: 'Requests', cell: ({ requests }) => count(requests) },
  { head: 'Errors', cell: ({ errors }) => count(errors) },
  {
    head: 'This month',
    cell: ({ quota, name }) =>
      quota ? (
        <>
          <Text size="xs">
            {count(quota.used)} of {count(quota.limit)}
          </Text>
          <Progress value={(quota.used / quota.limit) * 100} aria-label={`Used of the month by ${name}`} />
        </>
      ) : (
        'no limit'
      ),
  },
];

export const ERRORS: Column<Shapes['UsageResponse']['errors'][number]>[] = [
  { head: 'Status', cell: ({ status }) => <b>{status}</b> },
  { head: 'Requests', cell: ({ requests }) => count(requests) },
];
