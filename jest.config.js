const common = require('./jest.common');

/** Tests that start threads and processes, which run the compiled code. */
const built = {
  ...common,
  displayName: 'service',
  testMatch: ['<rootDir>/{apps,test,tools,lab}/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
};

module.exports = {
  rootDir: __dirname,
  projects: [{ ...common, displayName: 'libraries', testMatch: ['<rootDir>/libs/**/*.spec.ts'] }, built],
  // A test that hangs ends eventually; a slow machine does not fail tests.
  testTimeout: 300_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/slowest-first.js',
};
