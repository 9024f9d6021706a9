import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../api/client';
import { Boundary } from '../parts/boundary';
import { DropZone } from '../parts/fields/drop-zone';
import { Failure } from '../parts/failure';
import { NumberField } from '../parts/fields/number-field';
import { AnswerTabs } from './answer-tabs';
import { readSeries, readText, type Point } from './series';

const Chart = lazy(() => import('./forecast-chart'));

export interface ForecastAnswer {
  predictions: { timestamp: string; predicted_value: number; lower_bound: number; upper_bound: number }[];
  model_info: { algorithm: string; accuracy_score: number; trend: string };
  processing_time_ms: number;
}

/** Three years of months: a trend and a season, computed here. */
const EXAMPLE = Array.from({ length: 36 }, (_, month) => {
  const date = new Date(Date.UTC(2023, month, 1)).toISOString().slice(0, 10);
  return `${date},${Math.round(120 + month * 2 + 30 * Math.sin((month / 12) * 2 * Math.PI))}`;
}).join('\n');

interface Question {
  csv: string;
  periods: number;
}

async function predict({ csv, periods }: Question): Promise<{ data: Point[]; answer: ForecastAnswer }> {
  const data = readSeries(csv);
  const { data: answer } = await api.POST('/v2/predict/timeseries', { body: { data, periods } });
  return { data, answer: answer as unknown as ForecastAnswer };
}

export function ForecastPlayground() {
  const [csv, setCsv] = useState(EXAMPLE);
  const [periods, setPeriods] = useState(12);
  const forecast = useMutation({ mutationFn: predict });
  return (
    <Stack>
      <DropZone
        label="Drop a CSV of dates and numbers, or choose one"
        hint="Two columns: date, value"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onFile={async (file) => setCsv(await readText(file))}
      />
      <Textarea label="Series" rows={6} value={csv} onChange={(event) => setCsv(event.target.value)} ff="monospace" />
      <Group align="flex-end">
        <NumberField
          label="Periods"
          min={1}
          max={1000}
          value={String(periods)}
          onChange={(value) => setPeriods(Number(value) || 1)}
          w={120}
        />
        <Button onClick={() => forecast.mutate({ csv, periods })} loading={forecast.isPending} disabled={csv.trim() === ''}>
          Forecast
        </Button>
      </Group>
      {forecast.isError && <Failure error={forecast.error} />}
      {forecast.data && (
        <>
          <Text size="sm" role="status">
            {forecast.data.answer.model_info.algorithm}, trend {forecast.data.answer.model_info.trend}
          </Text>
          <Boundary>
            <Suspense>
              <Chart data={forecast.data.data} predictions={forecast.data.answer.predictions} />
            </Suspense>
          </Boundary>
          <AnswerTabs
            answer={forecast.data.answer}
            path="/v2/predict/timeseries"
            curl={`--json '${JSON.stringify({ data: forecast.data.data, periods })}'`}
          />
        </>
      )}
    </Stack>
  );
}
