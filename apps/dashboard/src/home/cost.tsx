import { Anchor, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../parts/text/counted';
import { formatDuration } from '../parts/text/duration';
import type { Overview } from './queries';

const SHOWN = 6;

/** The cost of today's calls, including those of runs: by capability and, if there are several projects, by project. */
export function Cost({ of: { today, projects } }: { of: Overview }) {
  const worked = projects.filter(({ total_ms }) => total_ms > 0);
  if (today.capabilities.length === 0 && worked.length === 0) return null;
  const capabilities = today.capabilities.map(({ capability, ...cost }) => ({
    ...{ name: capability, ...cost },
    label: (
      <Anchor component={Link} href={`/logs?search=${encodeURIComponent(capability)}`} size="sm">
        {capability}
      </Anchor>
    ),
  }));
  return (
    <SimpleGrid cols={{ base: 1, md: projects.length > 1 ? 2 : 1 }} spacing="lg">
      <Costs title="Processing time today" label="Processing time by capability" rows={capabilities} />
      {projects.length > 1 && (
        <Costs
          title="By project"
          label="Processing time by project"
          rows={worked.map((project) => ({ ...project, label: <b>{project.name}</b>, about: mostOf(project) }))}
        />
      )}
    </SimpleGrid>
  );
}

const mostOf = ({ capabilities }: Overview['projects'][number]): string | undefined =>
  capabilities[0] && `mostly ${capabilities[0].capability} (${formatDuration(capabilities[0].total_ms)})`;

interface CostRow {
  name: string;
  label: ReactNode;
  requests: number;
  total_ms: number;
  about?: string;
}

function Costs({ title, label, rows }: { title: string; label: string; rows: readonly CostRow[] }) {
  const whole = rows.reduce((sum, { total_ms }) => sum + total_ms, 0);
  if (whole === 0) return <div />;
  const rest = rows.slice(SHOWN).reduce((sum, { total_ms }) => sum + total_ms, 0);
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      <ul className="plain" aria-label={label}>
        {rows.slice(0, SHOWN).map(({ name, label: shown, requests, total_ms, about }) => (
          <li key={name}>
            <Text size="sm">
              {shown} {formatDuration(total_ms)} in {counted(requests, 'call')}
              {about && `, ${about}`}
            </Text>
            <Progress value={Math.round((total_ms / whole) * 1_000) / 10} mt={4} aria-label={`Share of ${name}`} />
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="xs">and {formatDuration(rest)} in others</Text>}
    </Stack>
  );
}
