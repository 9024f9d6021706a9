import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ForecastAnswer } from './forecast-words';
import type { SeriesPoint } from './series';
import { counted } from '../parts/text/counted';

interface ForecastChartProps {
  data: SeriesPoint[];
  predictions: ForecastAnswer['predictions'];
  /** Times of unusual points. */
  unusual: readonly string[];
  /** Times at which something changes. */
  changes: readonly string[];
}

const HEIGHT = 320;
const seconds = (timestamp: string): number => Date.parse(timestamp.length === 7 ? `${timestamp}-01` : timestamp) / 1000;

/** Columns for uPlot: time, past, forecast, lower bound, upper bound, unusual points. The forecast begins at the last known point. */
function columns({ data, predictions, unusual }: Omit<ForecastChartProps, 'changes'>): uPlot.AlignedData {
  const past = [...data].sort((a, b) => seconds(a.timestamp) - seconds(b.timestamp));
  const last = past.at(-1)?.value ?? null;
  const known = past.map(({ value }) => value);
  const unknown = past.map((_, index) => (index === past.length - 1 ? last : null));
  const ahead = <K extends 'predicted_value' | 'lower_bound' | 'upper_bound'>(key: K) => [
    ...unknown,
    ...predictions.map((each) => each[key]),
  ];
  return [
    [...past, ...predictions].map(({ timestamp }) => seconds(timestamp)),
    [...known, ...predictions.map(() => null)],
    ahead('predicted_value'),
    ahead('lower_bound'),
    ahead('upper_bound'),
    [...past.map(({ timestamp, value }) => (unusual.includes(timestamp) ? value : null)), ...predictions.map(() => null)],
  ];
}

/** A dashed line down the chart at each time. */
const linesAt = (times: readonly string[], stroke: string) => (chart: uPlot) => {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.setLineDash([6, 4]);
  for (const time of times) {
    const x = chart.valToPos(seconds(time), 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
};

/** Draws the series, its forecast and the expected band, and marks unusual points and changes. */
export default function ForecastChart({ data, predictions, unusual, changes }: ForecastChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    if (!frame || width === 0) return undefined;
    const ink = dark ? '#c9c9c9' : '#424242';
    const axis = { stroke: ink, grid: { stroke: dark ? '#3b3b3b' : '#e0e0e0' } };
    const alarm = dark ? '#ff8787' : '#c92a2a';
    const bound = { stroke: 'transparent', points: { show: false } };
    const chart = new uPlot(
      {
        width,
        height: HEIGHT,
        axes: [axis, axis],
        series: [
          {},
          { label: 'Past', stroke: ink, width: 2 },
          { label: 'Forecast', stroke: dark ? '#91a7ff' : '#3b5bdb', width: 2 },
          { ...bound, label: 'Lower' },
          { ...bound, label: 'Upper' },
          { label: 'Unusual', stroke: alarm, paths: () => null, points: { show: true, size: 11, width: 2, fill: 'transparent' } },
        ],
        hooks: { draw: [linesAt(changes, ink)] },
        bands: [{ series: [4, 3], fill: dark ? 'rgba(145,167,255,0.25)' : 'rgba(59,91,219,0.18)' }],
      },
      columns({ data, predictions, unusual }),
      frame,
    );
    return () => chart.destroy();
  }, [frame, width, dark, data, predictions, unusual, changes]);
  const end = predictions.at(-1);
  return (
    <div
      ref={useMergedRef(ref, setFrame)}
      role="img"
      aria-label={`${counted(data.length, 'known point')} and ${predictions.length} predicted; the last, ${end?.timestamp}, ${end?.predicted_value}; ${counted(unusual.length, 'unusual point')}, ${counted(changes.length, 'change point')}`}
      style={{ width: '100%', minHeight: HEIGHT }}
    />
  );
}
