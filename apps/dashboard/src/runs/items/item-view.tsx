import { Anchor, Button, Code, Group, Modal, Skeleton, Stack, Text, List } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Failure } from '../../parts/failure';
import { counted } from '../../parts/text/counted';
import { Ago } from '../../parts/time/ago';
import { draw } from '../../playground/picture/draw';
import { ImageCanvas } from '../../playground/picture/image-canvas';
import { LARGE, toItemName, usePreview } from './picture';
import type { ImagePreview } from './image-preview';
import { countRetries, type Shown } from './shown';
import { number } from '../../parts/text/numbers';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { RunItem } from '../../pipelines/answers';
import { formatDuration } from '../../parts/text/duration';
import type { Timeline } from '../time/timeline';
import { listItemCalls } from './list-item-calls';

interface ItemViewProps {
  run: string;
  shown: readonly Shown[];
  index: number | undefined;
  onMove: (index: number | undefined) => void;
}

/** One item: its picture with boxes, its outcome and its results. The arrow keys go to its neighbours. */
export function ItemView({ run, shown, index, onMove }: ItemViewProps) {
  const of = index === undefined ? undefined : shown[index];
  const [before, after] = [index! > 0, index! < shown.length - 1];
  useHotkeys([
    ['ArrowLeft', () => of && before && onMove(index! - 1)],
    ['ArrowRight', () => of && after && onMove(index! + 1)],
  ]);
  return (
    <Modal
      opened={of !== undefined}
      onClose={() => onMove(undefined)}
      title={of && toItemName(of.item)}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {of && (
        <Stack gap="xs">
          <Picture key={`${of.item.step} ${of.item.key}`} of={of} />
          <Facts of={of} />
          <ItemCalls run={run} of={of.item} />
          <Group justify="space-between">
            <Button variant="default" disabled={!before} onClick={() => onMove(index! - 1)}>
              Previous
            </Button>
            <Text size="sm">
              {index! + 1} of {number(shown.length)}
            </Text>
            <Button variant="default" disabled={!after} onClick={() => onMove(index! + 1)}>
              Next
            </Button>
          </Group>
          <Code block mah={320} tabIndex={0} className="scrolled">
            {JSON.stringify(of.item.results, null, 2)}
          </Code>
        </Stack>
      )}
    </Modal>
  );
}

function Picture({ of }: { of: Shown }) {
  const preview = usePreview(of.item.file_url, LARGE, true);
  if (!of.item.file_url) return null;
  if (preview.isError) return <Failure error={preview.error} />;
  if (!preview.data) return <Skeleton height={320} />;
  const { source, width } = preview.data;
  return (
    <>
      <ImageCanvas source={source} marks={of.marks} pixels={width || undefined} />
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => void save(preview.data, of)}>
          Download with boxes
        </Button>
        <Anchor href={of.item.file_url} size="sm" target="_blank" rel="noreferrer">
          Original file
        </Anchor>
      </Group>
    </>
  );
}

function Facts({ of: { item } }: { of: Shown }) {
  const { state, cached, error, ended_at, step, key } = item;
  const retries = countRetries(item);
  return (
    <>
      {error && (
        <Text size="sm" className="anywhere">
          <b>{error.code}</b> in {error.step}: {error.reason}
        </Text>
      )}
      <Text size="sm" className="anywhere">
        {state} in {step}
        {retries > 0 && ` after ${counted(retries, 'retry', 'retries')}`}
        {cached && ', from the cache'}
        {ended_at && (
          <>
            , <Ago at={ended_at} />
          </>
        )}
      </Text>
      <Text size="xs" className="anywhere">
        {key}
      </Text>
    </>
  );
}

/** Downloads the preview with its boxes as a PNG. */
async function save({ source, width }: ImagePreview, { item, marks }: Shown): Promise<void> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  draw(canvas, image, { marks, pixels: width || image.naturalWidth });
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${toItemName(item).replace(/\.\w+$/, '')}-boxes.png`;
  link.click();
}

/** Each attempt of each call for an item. Shows nothing if the run has no record of them. */
function ItemCalls({ run, of: item }: { run: string; of: RunItem }) {
  const timeline = useQuery({
    queryKey: ['timeline', run, 'item', item.ended_at],
    queryFn: () => ask<Timeline>('GET', `/v2/runs/${run}/timeline`),
  });
  const calls = timeline.data ? listItemCalls(item, timeline.data) : [];
  if (calls.length === 0) return null;
  return (
    <List size="sm" aria-label="Attempts">
      {calls.map(({ attempt, call, call_attempt, worked_ms, waited_ms, error, start_ms }) => (
        <List.Item key={`${attempt} ${call} ${call_attempt} ${start_ms}`}>
          {attempt > 1 && `Attempt ${attempt} of the run: `}
          {call}
          {call_attempt > 1 && `, attempt ${call_attempt}`}: worked {formatDuration(worked_ms)}, waited{' '}
          {formatDuration(waited_ms)}
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
