import { Samples } from '../samples';
import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { DropZone, MEDIA_HINTS } from '../../parts/fields/drop-zone';
import { Failure } from '../../parts/failure';
import { PlainNumberField } from '../../parts/fields/number-field';
import { AnswerTabs } from '../answer-tabs';
import { useAnalysis } from '../analysis';
import { AnalysisProgressBar } from '../analysis-progress';
import { videoWords, type VideoResult } from './video-result';
import { VideoPlayer } from './video-player';
import { VideoTimeline } from './video-timeline';
import './video.css';

const ACCEPTED = 'video/mp4,video/webm,video/quicktime,video/x-msvideo,.avi,.mov';
/** Short enough for most human actions, at a third of the cost of analysing everything. */
const INTERVAL = '15';

export default function VideoPlayground() {
  const [video, setVideo] = useState<File>();
  const [interval, setInterval] = useState(INTERVAL);
  const analysis = useAnalysis<VideoResult>('/v2/vision/video/analyze');
  // Whether the visitor chose a video: a slow sample must not replace it.
  const isChosen = useRef(false);
  const take = (file: File) => {
    isChosen.current = true;
    setVideo(file);
    const form = new FormData();
    form.append('frame_interval', String(Number(interval) || 1));
    form.append('video', file);
    analysis.start(form);
  };
  return (
    <Stack>
      <DropZone label="Drop a video, or choose one" hint={MEDIA_HINTS.video} accept={ACCEPTED} onFile={take} />
      <Group gap="xs">
        <Samples kind="video" onFile={(sample, byItself) => (byItself && isChosen.current) || take(sample)} first />
      </Group>
      <Group align="flex-end">
        <PlainNumberField label="Analyse every Nth frame" min={1} max={100_000} value={interval} onChange={setInterval} w={200} />
        {video && (
          <Button onClick={() => take(video)} disabled={analysis.isPending}>
            Analyse again
          </Button>
        )}
      </Group>
      {analysis.error && <Failure error={analysis.error} />}
      {analysis.isPending && <AnalysisProgressBar of={analysis} unit="frame" />}
      {analysis.isCancelled && (
        <Text size="sm" role="status">
          Cancelled. “Analyse again” begins from the start.
        </Text>
      )}
      {video && <Watched file={video} answer={analysis.answer} interval={interval} />}
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
            words={videoWords(answer)}
            path="/v2/vision/video/analyze"
            curl={`-F frame_interval=${interval} -F video=@${JSON.stringify(file.name)}`}
          />
        )}
      </Grid.Col>
    </Grid>
  );
}
