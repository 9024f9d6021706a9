// Every benchmark and evaluation in its short form: `npm run test:measurements`.
module.exports = {
  ...require('./jest.common'),
  testMatch: ['<rootDir>/test/bench/*.measurements.ts'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  testTimeout: 3_600_000,
  maxWorkers: 1,
};
