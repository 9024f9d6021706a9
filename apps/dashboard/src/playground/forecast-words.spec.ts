import { forecastInWords, predictionsInWords } from './forecast-words';

const info = { algorithm: 'trimmed_mean(damped, theta)', accuracy_score: 0.937, trend: 'increasing', seasonality_period: 12 };

test('a forecast says in words how it was made and how good it is', () => {
  expect(forecastInWords(info)).toBe(
    'Method: the trimmed mean of five methods. Accuracy at the end of the history: 94 %. The level is rising. The pattern repeats every 12 periods.',
  );
  const more = {
    level_since: '2026-03',
    regressors: [
      { name: 'price', used: true },
      { name: 'dice', used: false },
    ],
  };
  expect(forecastInWords({ ...info, ...more, algorithm: 'exp drift', trend: 'stable', seasonality_period: 1 })).toBe(
    'Method: a line from the first value to the last, with exponential growth. Accuracy at the end of the history: 94 %. ' +
      'The level is stable. No repeating pattern. The level changed at 2026-03. It depends on price. dice did not help.',
  );
});

test('the predictions are told by the first, the last, the highest and the lowest', () => {
  const at = (day: number, predicted_value: number) => ({
    ...{ timestamp: `2026-01-0${day}T00:00:00Z`, predicted_value, lower_bound: predicted_value - 1, upper_bound: 1_234.56 },
    parts: { level: 0, season: 0, regressors: {} },
  });
  expect(predictionsInWords([at(1, 5), at(2, 9.87654), at(3, 3)])).toEqual([
    'First: 2026-01-01, 5 (95 % interval: 4 to 1,235)',
    'Last: 2026-01-03, 3 (95 % interval: 2 to 1,235)',
    'Highest: 2026-01-02, 9.877 (95 % interval: 8.877 to 1,235)',
    'Lowest: 2026-01-03, 3 (95 % interval: 2 to 1,235)',
  ]);
  expect(predictionsInWords([at(1, 5)])).toHaveLength(1);
  expect(predictionsInWords([])).toEqual([]);
});
