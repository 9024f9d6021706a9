import { Alert, Box } from '@mantine/core';
import { useEffect, useState, type RefObject } from 'react';
import { boxesAt, type VideoResult } from './video-result';

interface VideoPlayerProps {
  source: string;
  answer: VideoResult | null;
  video: RefObject<HTMLVideoElement | null>;
  time: number;
  onTime: (time: number) => void;
}

/** Plays the video with boxes around the individuals at the current time. */
export function VideoPlayer({ source, answer, video, time, onTime }: VideoPlayerProps) {
  const [playable, setPlayable] = useState(true);
  useEffect(() => setPlayable(true), [source]);
  useFrames(video, onTime);
  if (!playable)
    return (
      <Alert color="yellow" variant="light" title="This browser cannot play the video">
        The analysis does not depend on that. The timeline shows what was found.
      </Alert>
    );
  return (
    <Box pos="relative">
      <video
        ref={video}
        src={source}
        controls
        muted
        playsInline
        className="video"
        aria-label="The video"
        onError={() => setPlayable(false)}
        onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime)}
      />
      {answer && <Boxes answer={answer} time={time} />}
    </Box>
  );
}

/** Reports the time of every displayed frame; `timeupdate` fires only four times a second. */
function useFrames(video: RefObject<HTMLVideoElement | null>, onTime: (time: number) => void): void {
  useEffect(() => {
    const player = video.current;
    if (!player || !('requestVideoFrameCallback' in player)) return undefined;
    let asked = 0;
    const next = (): void => {
      asked = player.requestVideoFrameCallback((_, { mediaTime }) => {
        onTime(mediaTime);
        next();
      });
    };
    next();
    return () => player.cancelVideoFrameCallback(asked);
  }, [video, onTime]);
}

function Boxes({ answer, time }: { answer: VideoResult; time: number }) {
  const [width = 1, height = 1] = answer.video_info.resolution.split('x').map(Number);
  const letters = width / 36;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="video-boxes" aria-hidden data-boxes={boxesAt(answer, time).length}>
      {boxesAt(answer, time).map(({ id, name, box }) => (
        <g key={id}>
          <rect {...box} strokeWidth={width / 240} />
          <text x={box.x + letters / 4} y={box.y + letters} fontSize={letters} strokeWidth={letters / 4}>
            {name} {id}
          </text>
        </g>
      ))}
    </svg>
  );
}
