import { Samples } from '../samples';
import { Button, Grid, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { DropZone, MEDIA_HINTS } from '../../parts/fields/drop-zone';
import { Failure } from '../../parts/failure';
import { NumberField } from '../../parts/fields/number-field';
import { AnswerTabs } from '../answer-tabs';
import { useVideoAnalysis } from './video-analysis';
import type { VideoResult } from './video-result';
import { VideoPlayer } from './video-player';
import { VideoTimeline } from './video-timeline';
import './video.css';
import { counted } from '../../parts/text/counted';

const ACCEPTED = 'video/mp4,video/webm,video/quicktime,video/x-msvideo,.avi,.mov';
/** Quick enough for most of what people do, at a third of the cost of looking at everything. */
const INTERVAL = '15';

export default function VideoPlayground() {
  const [video, setVideo] = useState<File>();
  const [interval, setInterval] = useState(INTERVAL);
  const analysis = useVideoAnalysis();
  const take = (file: File) => {
    setVideo(file);
    analysis.start({ video: file, interval: Number(interval) || 1 });
  };
  return (
    <Stack>
      <DropZone label="Drop a video, or choose one" hint={MEDIA_HINTS.video} accept={ACCEPTED} onFile={take} />
      <Group gap="xs">
        <Samples kind="video" onFile={take} />
      </Group>
      <Group align="flex-end">
        <NumberField label="Analyse every Nth frame" min={1} max={100_000} value={interval} onChange={setInterval} w={200} />
        {video && (
          <Button onClick={() => take(video)} disabled={analysis.isPending}>
            Analyse again
          </Button>
        )}
      </Group>
      {analysis.error && <Failure error={analysis.error} />}
      {analysis.isPending && <VideoProgress of={analysis} />}
      {analysis.isCancelled && (
        <Text size="sm" role="status">
          Cancelled. “Analyse again” begins from the start.
        </Text>
      )}
      {video && <Watched file={video} answer={analysis.answer} interval={interval} />}
    </Stack>
  );
}

function VideoProgress({ of: { progress, isAccepted, cancel, isCancelling } }: { of: ReturnType<typeof useVideoAnalysis> }) {
  const parts = progress
    ? [
        `${progress.processed_frames} of ${counted(progress.total_frames, 'frame')}`,
        progress.eta_seconds !== null && `${Math.ceil(progress.eta_seconds)} s to go`,
      ]
    : [isAccepted ? 'Waiting for its turn …' : 'Uploading …'];
  return (
    <Stack gap="xs">
      <Progress value={progress?.percent ?? 0} aria-label="Analysed frames" size="lg" />
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

function Watched({ file, answer, interval }: { file: File; answer: VideoResult | null; interval: string }) {
  const [source, setSource] = useState<string>();
  const [time, setTime] = useState(0);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    setTime(0);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const seek = (to: number) => {
    if (video.current) video.current.currentTime = to;
    setTime(to);
  };
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xs">
          {source && <VideoPlayer source={source} answer={answer} video={video} time={time} onTime={setTime} />}
          {answer && <VideoTimeline answer={answer} time={time} onSeek={seek} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        {answer && (
          <AnswerTabs
            answer={answer}
            path="/v2/vision/video/analyze"
            curl={`-F frame_interval=${interval} -F video=@${JSON.stringify(file.name)}`}
          />
        )}
      </Grid.Col>
    </Grid>
  );
}
