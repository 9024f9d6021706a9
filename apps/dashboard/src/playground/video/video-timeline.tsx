import { Box, Text, Title } from '@mantine/core';
import { clockTime, LANES, toVideoLanes, type VideoResult, type VideoLane } from './video-result';

const TITLES = { scenes: 'Scenes', objects: 'Objects', activities: 'Activities' };

/** The name of an unrecognised scene. */
const UNKNOWN = 'unknown';

interface VideoTimelineProps {
  answer: VideoResult;
  time: number;
  /** Called on a click on a lane. Keyboard users have the player's own controls. */
  onSeek: (time: number) => void;
}

/** Shows as lanes when each thing is visible in the video. */
export function VideoTimeline({ answer, time, onSeek }: VideoTimelineProps) {
  const { duration } = answer.video_info;
  const lanes = toVideoLanes(answer);
  return (
    <Box className="lanes" style={{ '--now': duration > 0 ? Math.min(1, time / duration) : 0 }}>
      {LANES.map((kind) => {
        const its = lanes.filter((lane) => lane.kind === kind);
        return (
          <section key={kind} aria-label={TITLES[kind]}>
            <Title order={3} size="sm" mt="xs">
              {TITLES[kind]}
            </Title>
            {its.length === 0 && <Text size="sm">None found.</Text>}
            {its.map((lane) => (
              <LaneRow key={lane.name} lane={lane} duration={duration} onSeek={onSeek} />
            ))}
          </section>
        );
      })}
      <div className="lane" aria-hidden>
        <span />
        <span className="lane-scale">
          <span>0:00.0</span>
          <span>{clockTime(duration)}</span>
        </span>
      </div>
    </Box>
  );
}

function LaneRow({
  lane: { kind, name, spans },
  duration,
  onSeek,
}: {
  lane: VideoLane;
  duration: number;
  onSeek: (time: number) => void;
}) {
  const share = (seconds: number) => `${duration > 0 ? (seconds / duration) * 100 : 0}%`;
  const times = spans.map(({ start, end }) => `${clockTime(start)} to ${clockTime(end)}`).join(', ');
  const shown = name.replaceAll('_', ' ');
  return (
    <div className="lane">
      <Text size="sm" component="span">
        {shown}
      </Text>
      <span
        className="lane-bars"
        style={{ '--lane': name === UNKNOWN ? 'var(--mantine-color-dimmed)' : `var(--${kind})` } as object}
        role="img"
        aria-label={`${shown}: ${times}`}
        title={times}
        onClick={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          onSeek(((clientX - left) / width) * duration);
        }}
      >
        {spans.map(({ start, end }) => (
          <span key={start} style={{ left: share(start), width: share(end - start) }} />
        ))}
      </span>
    </div>
  );
}
