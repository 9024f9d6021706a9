import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatDuration } from '../text/duration';
import { ticksUpTo } from '../../usage/ticks';
import { counted } from '../text/counted';
import { columnAt, drawLatencyLine, formatHour, type Hour } from './hour';
import './hours.css';

const LEFT = 52;
/** The top and base of each of the two charts. */
const COUNTS = { top: 8, base: 100 };
const TIMES = { top: 124, base: 190 };
const HEIGHT = 212;
/** The least number of columns per label below the chart. */
const EVERY = { wide: 3, narrow: 6 };

const short = (count: number): string => count.toLocaleString('en', { notation: 'compact' });
const ms = (value: number | null): string => (value === null ? '–' : formatDuration(value));
const sum = (hours: readonly Hour[], of: 'requests' | 'errors'): number => hours.reduce((all, hour) => all + hour[of], 0);

/** Requests and errors by hour, and below them the p95 of successful requests. Text describes the hour under the pointer. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const [at, setAt] = useState<number>();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const width = isNarrow ? 400 : 900;
  const step = (width - LEFT) / Math.max(1, hours.length);
  const counts = ticksUpTo(Math.max(1, ...hours.map(({ requests }) => requests)));
  const times = ticksUpTo(Math.max(1, ...hours.map(({ p95_ms }) => p95_ms ?? 0)));
  const every = Math.max(isNarrow ? EVERY.narrow : EVERY.wide, Math.ceil(hours.length / 8));
  const move = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const left = box.left + (LEFT / width) * box.width;
    setAt(columnAt(clientX, { left, width: box.width - (left - box.left) }, hours.length));
  };
  const turn = ({ key }: KeyboardEvent) => {
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (by !== 0) setAt(Math.min(hours.length - 1, Math.max(0, (at ?? hours.length) + by)));
  };
  return (
    <div className="hours">
      <Readout hours={hours} at={at} />
      <svg
        role="img"
        tabIndex={0}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="bars"
        aria-label={`${counted(sum(hours, 'requests'), 'request')} in ${counted(hours.length, 'hour')}, ${counted(sum(hours, 'errors'), 'error')}`}
        onPointerMove={move}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={turn}
      >
        <Axis ticks={counts} width={width} {...COUNTS} />
        <Axis ticks={times} width={width} {...TIMES} shown={formatDuration} />
        {at !== undefined && <rect className="under" x={LEFT + at * step} width={step} y={0} height={TIMES.base} />}
        {hours.map((hour, index) => (
          <g key={hour.hour} transform={`translate(${LEFT + index * step} 0)`}>
            <Column hour={hour} step={step} most={counts.at(-1)!} />
            {index % every === 0 && index < hours.length - 1 && (
              <text y={HEIGHT - 6}>{formatHour(hour, hours.length > 24).split(' – ')[0]}</text>
            )}
          </g>
        ))}
        <Latencies hours={hours} step={step} most={times.at(-1)!} />
      </svg>
    </div>
  );
}

function Readout({ hours, at }: { hours: readonly Hour[]; at: number | undefined }) {
  const hour = at === undefined ? undefined : hours[at];
  const latest = hours.findLast(({ p95_ms }) => p95_ms !== null);
  const facts = hour
    ? [formatHour(hour, true), counted(hour.requests, 'request'), counted(hour.errors, 'error'), `p95 ${ms(hour.p95_ms)}`]
    : [
        `Last ${counted(hours.length, 'hour')}`,
        counted(sum(hours, 'requests'), 'request'),
        counted(sum(hours, 'errors'), 'error'),
        latest ? `p95 ${ms(latest.p95_ms)} in the latest hour` : 'no successful request yet',
      ];
  return (
    <Group gap="md" justify="space-between">
      <Text size="sm" role="status">
        {facts.join(' · ')}
      </Text>
      <ul className="lane-legend" aria-label="Legend">
        <li>
          <span className="swatch requests" /> requests
        </li>
        <li>
          <span className="swatch errors" /> errors
        </li>
        <li>
          <span className="swatch p95" /> p95 latency
        </li>
      </ul>
    </Group>
  );
}

function Column({ hour: { requests, errors }, step, most }: { hour: Hour; step: number; most: number }) {
  const tall = (count: number): number => (count / most) * (COUNTS.base - COUNTS.top);
  const [x, width] = [step * 0.15, step * 0.7];
  return (
    <>
      <rect x={x} width={width} y={COUNTS.base - tall(requests)} height={tall(requests)} className="requests" />
      <rect x={x} width={width} y={COUNTS.base - tall(errors)} height={tall(errors)} className="errors" />
    </>
  );
}

function Latencies({ hours, step, most }: { hours: readonly Hour[]; step: number; most: number }) {
  const place = (index: number, ms: number): [number, number] => {
    return [LEFT + (index + 0.5) * step, TIMES.base - (ms / most) * (TIMES.base - TIMES.top)];
  };
  const dots = hours.flatMap(({ hour, p95_ms }, index) => {
    if (p95_ms === null) return [];
    const [cx, cy] = place(index, p95_ms);
    return [<circle key={hour} className="p95" cx={cx} cy={cy} r={2} />];
  });
  const values = hours.map(({ p95_ms }) => p95_ms);
  return (
    <>
      <path className="p95" d={drawLatencyLine(values, place)} />
      {dots}
    </>
  );
}

interface AxisProps {
  ticks: readonly number[];
  width: number;
  top: number;
  base: number;
  shown?: (tick: number) => string;
}

/** Labels only the lowest and highest tick, because more labels would stand too close. */
function Axis({ ticks, width, top, base, shown = short }: AxisProps) {
  const most = ticks.at(-1)!;
  return [0, most].map((tick) => (
    <g key={tick} transform={`translate(0 ${base - (tick / most) * (base - top)})`}>
      <line x1={LEFT} x2={width} className={tick === 0 ? 'axis' : 'grid'} />
      <text x={LEFT - 6} y={4} textAnchor="end">
        {tick === 0 ? 0 : shown(tick)}
      </text>
    </g>
  ));
}
