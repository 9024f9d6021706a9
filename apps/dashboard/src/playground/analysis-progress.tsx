import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { counted } from '../parts/text/counted';
import type { RunningAnalysis } from './analysis';

interface AnalysisProgressProps {
  of: RunningAnalysis;
  /** The counted unit, such as `frame` or `page`. */
  unit: string;
}

/** Shows the progress of an analysis and a way to cancel it. */
export function AnalysisProgressBar({ of: { progress, isAccepted, cancel, isCancelling }, unit }: AnalysisProgressProps) {
  const parts = progress
    ? [
        `${progress.processed_frames} of ${counted(progress.total_frames, unit)}`,
        progress.eta_seconds !== null && `${Math.ceil(progress.eta_seconds)} s to go`,
      ]
    : [isAccepted ? 'Waiting for its turn …' : 'Uploading …'];
  return (
    <Stack gap="xs">
      <Progress value={progress?.percent ?? 0} aria-label={`Analysed ${unit}s`} size="lg" />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {parts.filter(Boolean).join(' · ')}
        </Text>
        {isAccepted && (
          <Button size="xs" variant="default" onClick={() => cancel()} loading={isCancelling}>
            Cancel
          </Button>
        )}
      </Group>
    </Stack>
  );
}
