import { forecastInWords } from './forecast-words';

const info = { algorithm: 'trimmed_mean(damped, theta)', accuracy_score: 0.937, trend: 'increasing', seasonality_period: 12 };

test('a forecast says in words how it was made and how good it is', () => {
  expect(forecastInWords(info)).toBe(
    'Made by the middle of five methods. On the end of the history it was right by 94 %. The level rises. The pattern repeats after 12 periods.',
  );
  const more = {
    level_since: '2026-03',
    regressors: [
      { name: 'price', used: true },
      { name: 'dice', used: false },
    ],
  };
  expect(forecastInWords({ ...info, ...more, algorithm: 'exp drift', trend: 'stable', seasonality_period: 1 })).toBe(
    'Made by a line from the first value to the last, of growth by a factor. On the end of the history it was right by 94 %. ' +
      'The level stays. No pattern repeats. A new level began at 2026-03. It depends on price. dice did not help.',
  );
});
