import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { RunItem } from '../../pipelines/answers';
import { duration } from '../../parts/text/duration';
import type { Timeline } from '../time/timeline';
import { callsOf } from './calls-of';

/** Each attempt of each call for an item. Shows nothing if the run has no record of them. */
export function ItemCalls({ run, of: item }: { run: string; of: RunItem }) {
  const timeline = useQuery({
    queryKey: ['timeline', run, 'item', item.ended_at],
    queryFn: () => ask<Timeline>('GET', `/v2/runs/${run}/timeline`),
  });
  const calls = timeline.data ? callsOf(item, timeline.data) : [];
  if (calls.length === 0) return null;
  return (
    <List size="sm" aria-label="Attempts">
      {calls.map(({ attempt, call, call_attempt, worked_ms, waited_ms, error, start_ms }) => (
        <List.Item key={`${attempt} ${call} ${call_attempt} ${start_ms}`}>
          {attempt > 1 && `Attempt ${attempt} of the run: `}
          {call}
          {call_attempt > 1 && `, attempt ${call_attempt}`}: worked {duration(worked_ms)}, waited {duration(waited_ms)}
          {error && (
            <Text span size="sm" c="var(--grave)">
              , {error}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  );
}
