import { Anchor, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatDuration } from '../parts/text/duration';
import type { Overview } from './queries';
import { number, percent } from '../parts/text/numbers';

const GB = 1024 ** 3;
const sized = (digits: number) => new Intl.NumberFormat('en', { style: 'unit', unit: 'gigabyte', maximumFractionDigits: digits });
const [small, large] = [sized(1), sized(0)];

/** Formats bytes, such as `0.4 GB` or `12 GB`. */
const gigabytes = (bytes: number): string => (bytes < 10 * GB ? small : large).format(bytes / GB);

interface TileProps {
  name: string;
  href?: string;
  value: ReactNode;
  more?: ReactNode;
}

function Tile({ name, href, value, more }: TileProps) {
  return (
    <Paper withBorder p="md" role="group" aria-label={name}>
      <Stack gap={4}>
        {href ? (
          <Anchor component={Link} href={href} size="sm" c="dimmed">
            {name}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        )}
        <Text className="figure">{value}</Text>
        {more && (
          <Text size="xs" component="div">
            {more}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface TilesProps {
  overview: Overview;
  running: number | undefined;
}

/** The day's figures and the machine's. */
export function Tiles({ overview: { today, machine }, running }: TilesProps) {
  const { requests, errors, latency_ms } = today;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 7 }} spacing="sm">
      <Tile name="Calls today" href="/usage" value={number(requests)} more="since 00:00 UTC, including steps of runs" />
      <Tile
        name="Errors"
        href="/logs?status=error"
        value={number(errors)}
        more={requests > 0 ? `${percent(errors / requests)} of the calls` : 'no calls yet'}
      />
      <Tile
        name="p95 latency"
        href="/usage"
        value={latency_ms ? formatDuration(latency_ms.p95) : '–'}
        more={latency_ms ? `median ${formatDuration(latency_ms.p50)}` : 'no successful call yet'}
      />
      <Tile name="Active runs" href="/pipelines" value={running ?? '–'} more={running === 0 ? 'none right now' : undefined} />
      <Tile
        name="Lag"
        value={formatDuration(machine.main_thread_lag_ms)}
        more="of the thread that serves requests, p99 of a minute"
      />
      <Room name="Free memory" free={machine.free_memory_bytes} total={machine.total_memory_bytes}>
        {`Percept uses ${gigabytes(machine.process_memory_bytes)}`}
      </Room>
      <Room name="Free disk" free={machine.free_disk_bytes} total={machine.total_disk_bytes}>
        on the disk of the data folder
      </Room>
    </SimpleGrid>
  );
}

function Room({ name, free, total, children }: { name: string; free: number; total: number; children: ReactNode }) {
  const used = total > 0 ? ((total - free) / total) * 100 : 0;
  return (
    <Tile
      name={name}
      value={gigabytes(free)}
      more={
        <>
          <Progress
            value={used}
            color={used > 95 ? 'red' : undefined}
            size="xs"
            my={4}
            aria-label={`Share in use; ${name.toLowerCase()} is the rest`}
          />
          {children}
        </>
      }
    />
  );
}
