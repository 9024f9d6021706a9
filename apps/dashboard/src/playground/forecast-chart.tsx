import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ForecastAnswer } from './forecast';
import type { Point } from './series';
import { counted } from '../parts/text/counted';

interface ForecastChartProps {
  data: Point[];
  predictions: ForecastAnswer['predictions'];
}

const HEIGHT = 320;
const seconds = (timestamp: string): number => Date.parse(timestamp.length === 7 ? `${timestamp}-01` : timestamp) / 1000;

/** Columns for uPlot: time, past, forecast, lower bound, upper bound. The forecast begins at the last known point. */
function columns(data: Point[], predictions: ForecastAnswer['predictions']): uPlot.AlignedData {
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
  ];
}

/** The series, its forecast and the band that it should stay in. */
export default function ForecastChart({ data, predictions }: ForecastChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    if (!frame || width === 0) return undefined;
    const ink = dark ? '#c9c9c9' : '#424242';
    const axis = { stroke: ink, grid: { stroke: dark ? '#3b3b3b' : '#e0e0e0' } };
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
        ],
        bands: [{ series: [4, 3], fill: dark ? 'rgba(145,167,255,0.25)' : 'rgba(59,91,219,0.18)' }],
      },
      columns(data, predictions),
      frame,
    );
    return () => chart.destroy();
  }, [frame, width, dark, data, predictions]);
  const end = predictions.at(-1);
  return (
    <div
      ref={useMergedRef(ref, setFrame)}
      role="img"
      aria-label={`${counted(data.length, 'known point')} and ${predictions.length} predicted; the last, ${end?.timestamp}, ${end?.predicted_value}`}
      style={{ width: '100%', minHeight: HEIGHT }}
    />
  );
}
