import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client';
import { whileWatched } from '../../api/watched';
import { counted } from '../../parts/text/counted';
import { hasEnded, type RunDetail } from '../../pipelines/answers';
import { formatDuration } from '../../parts/text/duration';
import { listAttempts, listStepRows, type Attempt } from './attempts';
import { LaneRows } from './lane-rows';
import { itemLanes, MAX_ITEMS, workerLanes } from './lanes';
import { StepTable } from './step-table';
import type { Timeline } from './timeline';
import './time.css';

const LIVE_MS = 1_500;

/** Shows how each attempt of a run spent its time, by step (also inside blocks), by worker and by slowest item. */
export function RunTime({ of: run }: { of: RunDetail }) {
  const isOpen = !hasEnded(run);
  const timeline = useQuery({
    // Fetches the timeline again when the run has ended.
    queryKey: ['timeline', run.id, isOpen, run.started_at],
    queryFn: () => ask<Timeline>('GET', `/v2/runs/${run.id}/timeline`),
    refetchInterval: isOpen && whileWatched(LIVE_MS),
    placeholderData: (before) => before,
  });
  const attempts = listAttempts(run, Date.now()).toReversed();
  const [last, ...earlier] = attempts;
  if (!last || attempts.every(({ steps }) => steps.length === 0)) return null;
  return (
    <Stack gap="xs">
      <Title order={3}>Time</Title>
      {earlier.length > 0 && <Text size="sm">{nameOf(last)}</Text>}
      <AttemptTime attempt={last} timeline={timeline.data} isOpen={isOpen} />
      {earlier.map((attempt) => (
        <details key={attempt.number}>
          <summary>{nameOf(attempt)}</summary>
          <AttemptTime attempt={attempt} timeline={timeline.data} isOpen={false} />
        </details>
      ))}
    </Stack>
  );
}

const nameOf = ({ number, status, from, to }: Attempt): string => `Attempt ${number}: ${status}, ${formatDuration(to - from)}`;

type View = 'workers' | 'items';

interface AttemptTimeProps {
  attempt: Attempt;
  timeline: Timeline | undefined;
  isOpen: boolean;
}

function AttemptTime({ attempt, timeline, isOpen }: AttemptTimeProps) {
  const [view, setView] = useState<View>('workers');
  const rows = listStepRows(attempt, timeline);
  const whole = Math.max(1, attempt.to - attempt.from);
  const steps = [...new Set(rows.filter(({ calls }) => calls > 0).map(({ name }) => name))];
  const lanes = timeline && (view === 'workers' ? workerLanes(attempt, timeline) : itemLanes(attempt, timeline));
  const waited = attempt.started === null ? attempt.to - attempt.from : attempt.started - attempt.from;
  return (
    <Stack gap="xs">
      <StepTable rows={rows} whole={whole} isOpen={isOpen} />
      {waited >= 1_000 && <Text size="xs">The run waited {formatDuration(waited)} before it started.</Text>}
      {lanes && steps.length > 0 && (
        <>
          <SegmentedControl
            aria-label="Lanes"
            className="lane-choice"
            value={view}
            onChange={setView}
            data={[
              { value: 'workers', label: 'Workers' },
              { value: 'items', label: 'Slowest items' },
            ]}
          />
          <LaneRows lanes={lanes} whole={whole} steps={steps} hasWaiting={view === 'items'} />
          {view === 'items' && lanes.length === MAX_ITEMS && (
            <Text size="xs">{`The ${counted(MAX_ITEMS, 'item')} that took longest.`}</Text>
          )}
          {timeline.joined && <Text size="xs">This run made many calls: those that follow each other share a bar.</Text>}
        </>
      )}
    </Stack>
  );
}
