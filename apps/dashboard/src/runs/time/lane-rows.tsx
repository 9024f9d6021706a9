import { Text } from '@mantine/core';
import { STEP_COLOURS as COLOURS } from '../../parts/colours';
import { counted } from '../../parts/text/counted';
import { duration } from '../../parts/text/duration';
import { waitOf, workOf } from './attempts';
import type { Lane } from './lanes';
import { placeOf } from './step-table';
import { ticksOf } from './ticks';
import type { Span } from './timeline';

/** A tick beyond this share has no room for its label. */
const LAST_TICK = 0.88;

interface LaneRowsProps {
  lanes: readonly Lane[];
  /** The whole duration in ms. */
  whole: number;
  /** The steps, in the order of their colours. */
  steps: readonly string[];
  /** Whether the rows are items. A waiting item does nothing, while a worker processes others meanwhile. */
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
          {ticksOf(whole)
            .filter((ms) => ms < whole * LAST_TICK)
            .map((ms) => (
              <span key={ms} style={{ left: placeOf({ from: ms, to: ms }, whole).left }}>
                {duration(ms)}
              </span>
            ))}
        </div>
      </div>
    </div>
  );
}

const callsOf = (spans: readonly Span[]): number => spans.reduce((sum, { calls }) => sum + calls, 0);

function Bar({ span, whole, hasWaiting, colour }: { span: Span; whole: number; hasWaiting: boolean; colour: string }) {
  const title = aboutOf(span);
  return (
    <>
      {hasWaiting && span.calls === 1 && span.waited_ms > 0 && (
        <span className="bar waiting" style={placeOf(waitOf(span), whole)} title={title} />
      )}
      <span
        className="bar"
        data-failed={span.failed > 0 || undefined}
        style={{ ...placeOf(workOf(span), whole), background: colour }}
        title={title}
      />
    </>
  );
}

function aboutOf({ call, item, calls, call_attempt, worked_ms, waited_ms, error }: Span): string {
  const one = item === null ? counted(calls, 'call') : item || 'the run';
  const what = item === null ? `${one} of ${call}` : `${call} of ${one}`;
  const times = `worked ${duration(worked_ms)}, waited ${duration(waited_ms)}`;
  return [what, call_attempt > 1 && `attempt ${call_attempt}`, times, error].filter(Boolean).join(', ');
}
