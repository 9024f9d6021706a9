// Injects faults into processes: `npm run test:faults`. FAULT_KILLS and FAULT_SEED choose how many and where.
module.exports = {
  ...require('./jest.common'),
  testMatch: ['<rootDir>/test/faults/*.faults.ts'],
  globalSetup: '<rootDir>/test/faults/harness/begin.js',
  globalTeardown: '<rootDir>/test/faults/harness/end.js',
  testTimeout: 3_600_000,
  maxWorkers: 1,
};
