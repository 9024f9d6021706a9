// What takes too long for every change: benchmarks and evaluations in their short form. `npm run test:measurements` runs them.
module.exports = {
  ...require('./jest.common'),
  testMatch: ['<rootDir>/lab/**/*.measurements.ts'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  testTimeout: 3_600_000,
  maxWorkers: 1,
};
