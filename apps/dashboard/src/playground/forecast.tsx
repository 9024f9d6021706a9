import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { Boundary } from '../parts/boundary';
import { DropZone } from '../parts/fields/drop-zone';
import { Failure } from '../parts/failure';
import { PlainNumberField } from '../parts/fields/number-field';
import { AnswerTabs } from './answer-tabs';
import { counted } from '../parts/text/counted';
import { forecastInWords, predictionsInWords, type ForecastAnswer } from './forecast-words';
import { SampleCard } from './sample-card';
import { questionFrom, readSeries, readTable, readSeriesFile } from './series';
import { RowsTable } from '../parts/rows-table';

interface SampleSeries {
  name: string;
  csv: string;
  periods: number;
}

/** A reproducible number between -1 and 1 that looks random. */
const wobble = (n: number): number => Math.sin(n * 12.9898) * Math.cos(n * 4.1414);

const lines = (length: number, dateOf: (n: number) => number, valueOf: (n: number) => number): string =>
  Array.from({ length }, (_, n) => `${new Date(dateOf(n)).toISOString().slice(0, 10)},${Math.round(valueOf(n) * 10) / 10}`).join(
    '\n',
  );

const month = (n: number): number => Date.UTC(2023, n, 1);
const day = (n: number): number => Date.UTC(2026, 0, 1 + n);

/** Generated samples. The page opens with an answer to the first one. */
const SERIES: readonly SampleSeries[] = [
  {
    ...{ name: 'Visitors by month', periods: 12 },
    csv: lines(36, month, (n) => Math.round(120 + n * 2 + 30 * Math.sin((n / 12) * 2 * Math.PI))),
  },
  {
    ...{ name: 'Sales by day', periods: 14 },
    csv: lines(84, day, (n) => 200 + (n % 7 > 4 ? 90 : 0) + 12 * wobble(n) + (n === 40 ? 260 : 0) + (n >= 56 ? 70 : 0)),
  },
  {
    ...{ name: 'Subscribers by month', periods: 6 },
    csv: lines(24, month, (n) => 40 * 1.12 ** n * (1 + 0.03 * wobble(n))),
  },
];

type Prediction = ForecastAnswer['predictions'][number];

const Chart = lazy(() => import('./forecast-chart'));

interface Question {
  csv: string;
  periods: number;
  /** The number of points in a season. Empty: found by the service. */
  season: string;
  /** The column to predict. Default: the first. */
  value: string;
  drivers: string[];
}

/** Requests the forecast and the unusual points of the history. */
async function predict({ csv, season, ...choice }: Question) {
  const named = season ? { season_length: Number(season) } : {};
  const asked = { ...questionFrom(readTable(csv), choice), ...named };
  const { data } = asked;
  // A constant has a forecast, but nothing in it can be unusual.
  const varies = data.some(({ value }) => value !== data[0]!.value);
  const [forecast, judged, changed] = await Promise.all([
    api.POST('/v2/predict/timeseries', { body: { ...asked, explain: true } }),
    varies ? api.POST('/v2/predict/anomalies', { body: { data, ...named } }) : { data: { points: [] } },
    varies ? api.POST('/v2/predict/changepoints', { body: { data, ...named } }) : { data: { changepoints: [] } },
  ]);
  const { points } = judged.data as { points: { timestamp: string; is_anomaly: boolean }[] };
  const { changepoints } = changed.data as { changepoints: { timestamp: string }[] };
  return {
    asked,
    answer: forecast.data as unknown as ForecastAnswer,
    unusual: points.filter((point) => point.is_anomaly).map(({ timestamp }) => timestamp),
    changes: changepoints.map(({ timestamp }) => timestamp),
  };
}

/** The names of the columns, as far as the text is readable. */
function columnsOf(csv: string): string[] {
  try {
    return readTable(csv).columns.map(({ name }) => name);
  } catch {
    return [];
  }
}

const NEW = { value: '', drivers: [], season: '' };

export function ForecastPlayground() {
  const [question, setQuestion] = useState<Question>({ ...SERIES[0]!, ...NEW });
  const forecast = useMutation({ mutationFn: predict });
  const change = (part: Partial<Question>) => setQuestion({ ...question, ...part });
  const readNew = (csv: string) => change({ csv, ...NEW, value: columnsOf(csv)[0] ?? '' });
  const ask = (asked: Question) => {
    setQuestion(asked);
    forecast.mutate(asked);
  };
  // Shows an answer before the visitor chooses anything.
  const open = useRef(() => ask(question));
  useEffect(() => open.current(), []);
  return (
    <Stack>
      <DropZone
        label="Drop a CSV of dates and numbers, or choose one"
        hint="Two columns: date, value; with a header line also several series, and what drives them"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onFile={async (file) => readNew(await readSeriesFile(file))}
      />
      <Group gap="xs" role="group" aria-label="Samples">
        {SERIES.map(({ name, csv, periods }) => (
          <SampleCard key={name} name={name} onChosen={() => ask({ csv, periods, ...NEW })}>
            <Sparkline of={csv} />
          </SampleCard>
        ))}
      </Group>
      <Textarea label="Series" rows={6} value={question.csv} onChange={(event) => readNew(event.target.value)} ff="monospace" />
      <ColumnChoice {...question} names={columnsOf(question.csv)} onChange={change} />
      <Group align="flex-end">
        <PlainNumberField
          label="Periods"
          min={1}
          max={1000}
          value={String(question.periods)}
          onChange={(value) => change({ periods: Number(value) || 1 })}
          w={120}
        />
        <PlainNumberField
          label="Season"
          placeholder="found"
          min={1}
          max={1500}
          value={question.season}
          onChange={(season) => change({ season })}
          w={120}
        />
        <Button onClick={() => forecast.mutate(question)} loading={forecast.isPending} disabled={question.csv.trim() === ''}>
          Forecast
        </Button>
      </Group>
      {forecast.isError && <Failure error={forecast.error} />}
      {forecast.data && <Answered {...forecast.data} />}
    </Stack>
  );
}

/** A small line chart without axes. */
function Sparkline({ of: csv }: { of: string }) {
  const values = readSeries(csv).map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => `${index},${((most - value) / (most - least)) * 100}`);
  return (
    <svg viewBox={`0 -4 ${values.length - 1} 108`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface ColumnChoiceProps extends Pick<Question, 'value' | 'drivers'> {
  names: string[];
  onChange: (part: Partial<Question>) => void;
}

/** Chooses the column to predict and the columns that influence it. Only for tables with several columns. */
function ColumnChoice({ names, value, drivers, onChange }: ColumnChoiceProps) {
  if (names.length < 2) return null;
  const target = value || names[0]!;
  return (
    <Group align="flex-end">
      <NativeSelect
        label="Predict"
        data={names}
        value={target}
        onChange={(event) => onChange({ value: event.target.value, drivers: [] })}
      />
      <Checkbox.Group
        label="Driven by"
        description="Known in the future, on lines at the end without a value"
        value={drivers}
        onChange={(chosen) => onChange({ drivers: chosen })}
      >
        <Group mt="xs">
          {names
            .filter((name) => name !== target)
            .map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
        </Group>
      </Checkbox.Group>
    </Group>
  );
}

function Answered({ asked, answer, unusual, changes }: Awaited<ReturnType<typeof predict>>) {
  return (
    <>
      <Text size="sm" role="status">
        {forecastInWords(answer.model_info)}
      </Text>
      <Boundary>
        <Suspense>
          <Chart data={asked.data} predictions={answer.predictions} unusual={unusual} changes={changes} />
        </Suspense>
      </Boundary>
      <Text size="sm">
        {counted(unusual.length, 'unusual point')} (circles), {counted(changes.length, 'change point')} (dashed lines).
      </Text>
      <ForecastParts predictions={answer.predictions} />
      <AnswerTabs
        answer={answer}
        words={predictionsInWords(answer.predictions)}
        path="/v2/predict/timeseries"
        curl={`--json '${JSON.stringify({ ...asked, explain: true }).replaceAll("'", String.raw`'\''`)}'`}
      />
    </>
  );
}

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 5 });

/** The components of each prediction. */
function ForecastParts({ predictions }: Pick<ForecastAnswer, 'predictions'>) {
  const names = Object.keys(predictions[0]?.parts.regressors ?? {});
  const columns = [
    { head: 'Time', cell: ({ timestamp }: Prediction) => timestamp },
    { head: 'Prediction', cell: (each: Prediction) => shown(each.predicted_value) },
    { head: 'Interval', cell: (each: Prediction) => `${shown(each.lower_bound)} to ${shown(each.upper_bound)}` },
    { head: 'Level', cell: ({ parts }: Prediction) => shown(parts.level) },
    { head: 'Season', cell: ({ parts }: Prediction) => shown(parts.season) },
    ...names.map((name) => ({ head: name, cell: ({ parts }: Prediction) => shown(parts.regressors[name] ?? 0) })),
  ];
  return <RowsTable label="Parts of the forecast" rows={predictions} columns={columns} keyOf={({ timestamp }) => timestamp} />;
}
