import { Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Ago } from '../../parts/time/ago';
import { AnswerView } from './answer';
import type { Try } from './queries';

/** The newest answer or an earlier one, and beside it an answer pinned for comparison. */
export function Tries({ tries, isPending }: { tries: readonly Try[]; isPending: boolean }) {
  const [chosen, setChosen] = useState<Try>();
  const [pinned, setPinned] = useState<Try>();
  const [newest] = tries;
  const shown = chosen && tries.includes(chosen) && chosen !== newest ? chosen : newest;
  if (!shown)
    return (
      <Text size="sm" role="status">
        {isPending ? 'Waiting for the answer …' : 'The answer appears here.'}
      </Text>
    );
  return (
    <Stack>
      {isPending && (
        <Group>
          <Loader size="sm" aria-hidden /> <Text role="status">Waiting for the answer …</Text>
        </Group>
      )}
      <SimpleGrid cols={pinned ? { base: 1, lg: 2 } : 1}>
        {pinned && <Column title="Pinned" of={pinned} action="Unpin" onAction={() => setPinned(undefined)} />}
        <Column
          title={shown === newest ? 'Newest' : 'Earlier'}
          of={shown}
          action="Pin to compare"
          onAction={() => setPinned(shown)}
        />
      </SimpleGrid>
      {tries.length > 1 && (
        <Stack gap={4} role="group" aria-label="Recent calls">
          <Text size="sm" fw={600}>
            Recent calls
          </Text>
          {tries.map((each) => (
            <Button
              key={each.at}
              variant={each === shown ? 'light' : 'subtle'}
              size="compact-sm"
              justify="flex-start"
              aria-pressed={each === shown}
              onClick={() => setChosen(each)}
            >
              <Ago at={each.at} />: {summaryOf(each)}
            </Button>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

interface ColumnProps {
  title: string;
  of: Try;
  action: string;
  onAction: () => void;
}

function Column({ title, of: tried, action, onAction }: ColumnProps) {
  return (
    <Stack gap="xs" role="group" aria-label={title} miw={0}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {summaryOf(tried)}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onAction}>
          {action}
        </Button>
      </Group>
      <AnswerView key={tried.at} of={tried} />
    </Stack>
  );
}

/** A summary such as `vision.detect of desk.jpg, model yolox-nano`. */
function summaryOf({ capability, values, file }: Try): string {
  const settings = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '' && value !== false && String(value).length < 30)
    .map(([name, value]) => `${name} ${String(value)}`);
  return [`${capability.id}${file ? ` of ${file.name}` : ''}`, ...settings].join(', ');
}
