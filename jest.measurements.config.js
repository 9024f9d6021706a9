// Every benchmark and evaluation in its short form: `npm run test:measurements`.
module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/test/bench/*.measurements.ts'],
  testTimeout: 3_600_000,
  maxWorkers: 1,
};
