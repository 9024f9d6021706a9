// ESM-only packages that the sources import: Jest must transform them.
const ESM_ONLY = [
  '@nestjs',
  'chokidar',
  'readdirp',
  'uuidv7',
  'fastest-levenshtein',
  'pbf',
  '@marcbachmann',
  'file-type',
  'cookie',
  'eld',
  'content-disposition',
];

const transform = { '^.+\\.(t|j|mj)s$': ['@swc/jest'] };
const moduleNameMapper = {
  '^@percept/core$': '<rootDir>/libs/core/src/index.ts',
  '^@percept/sdk$': '<rootDir>/libs/core/src/sdk/index.ts',
  '^@percept/sdk/(decorators|models|scratch|testing)$': '<rootDir>/libs/core/src/sdk/$1',
  '^@percept/compat$': '<rootDir>/libs/compat/src/index.ts',
  '^@percept/webhooks$': '<rootDir>/libs/webhooks/src/index.ts',
  '^@percept/plugins$': '<rootDir>/libs/plugins/index.ts',
};

module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/{apps,libs,test,tools}/**/*.spec.ts'],
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  moduleNameMapper,
  testEnvironment: '<rootDir>/test/environment.js',
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  // A test that hangs ends eventually; a slow machine does not fail tests.
  testTimeout: 300_000,
  maxWorkers: 2,
};
