import { Text } from '@mantine/core';
import { STEP_COLOURS as COLOURS } from '../../parts/colours';
import { counted } from '../../parts/text/counted';
import { formatDuration } from '../../parts/text/duration';
import { toWait, toWork } from './attempts';
import type { Lane } from './lanes';
import { toBarPosition } from './step-table';
import { chooseTicks } from './ticks';
import type { CallSpan } from './timeline';

/** A tick beyond this share has no room for its label. */
const LAST_TICK = 0.88;

interface LaneRowsProps {
  lanes: readonly Lane[];
  /** The whole duration in ms. */
  whole: number;
  /** The steps, in the order of their colours. */
  steps: readonly string[];
  /** Whether waiting is drawn: on rows of items. A worker processes other items while one waits. */
  hasWaiting: boolean;
}

/** Calls as bars over the time of an attempt, coloured by step. */
export function LaneRows({ lanes, whole, steps, hasWaiting }: LaneRowsProps) {
  const colourOf = (step: string): string => COLOURS[steps.indexOf(step) % COLOURS.length]!;
  const hasFailed = lanes.some(({ spans }) => spans.some(({ failed }) => failed > 0));
  return (
    <div className="run-lanes">
      <ul className="lane-legend">
        {steps.map((step) => (
          <li key={step}>
            <span className="swatch" style={{ background: colourOf(step) }} /> {step}
          </li>
        ))}
        <li>
          <span className="swatch waiting" /> waiting
        </li>
        {hasFailed && (
          <li>
            <span className="swatch failed" /> failed
          </li>
        )}
      </ul>
      {lanes.map(({ name, about, spans }, index) => (
        <div className="run-lane" key={index}>
          <Text size="xs" span title={about || undefined} className="lane-name">
            {name}
            {about && !hasWaiting && ` (${about})`}
          </Text>
          <div className="track" role="img" aria-label={`${name}: ${counted(callsOf(spans), 'call')}`}>
            {spans.map((span, at) => (
              <Bar key={at} {...{ span, whole, hasWaiting }} colour={colourOf(span.call)} />
            ))}
          </div>
        </div>
      ))}
      <div className="run-lane" aria-hidden>
        <span />
        <div className="axis">
          {chooseTicks(whole)
            .filter((ms) => ms < whole * LAST_TICK)
            .map((ms) => (
              <span key={ms} style={{ left: toBarPosition({ from: ms, to: ms }, whole).left }}>
                {formatDuration(ms)}
              </span>
            ))}
        </div>
      </div>
    </div>
  );
}

const callsOf = (spans: readonly CallSpan[]): number => spans.reduce((sum, { calls }) => sum + calls, 0);

function Bar({ span, whole, hasWaiting, colour }: { span: CallSpan; whole: number; hasWaiting: boolean; colour: string }) {
  const title = aboutOf(span);
  return (
    <>
      {hasWaiting && span.calls === 1 && span.waited_ms > 0 && (
        <span className="bar waiting" style={toBarPosition(toWait(span), whole)} title={title} />
      )}
      <span
        className="bar"
        data-failed={span.failed > 0 || undefined}
        style={{ ...toBarPosition(toWork(span), whole), background: colour }}
        title={title}
      />
    </>
  );
}

function aboutOf({ call, item, calls, call_attempt, worked_ms, waited_ms, error }: CallSpan): string {
  const one = item === null ? counted(calls, 'call') : item || 'the run';
  const what = item === null ? `${one} of ${call}` : `${call} of ${one}`;
  const times = `worked ${formatDuration(worked_ms)}, waited ${formatDuration(waited_ms)}`;
  return [what, call_attempt > 1 && `attempt ${call_attempt}`, times, error].filter(Boolean).join(', ');
}
