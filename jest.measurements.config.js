// What takes too long for every change: benchmarks and evaluations in their short form, and rates over many series.
// `npm run test:measurements`
module.exports = {
  ...require('./jest.common'),
  testMatch: ['<rootDir>/{libs,test}/**/*.measurements.ts'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  testTimeout: 3_600_000,
  maxWorkers: 1,
};
