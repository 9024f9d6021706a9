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
  '^@percept/sdk/(decorators|doors|expressions|models|pipelines|records|scratch|testing)$': '<rootDir>/libs/core/src/sdk/$1',
  '^@percept/compat$': '<rootDir>/libs/compat/src/index.ts',
  '^@percept/webhooks$': '<rootDir>/libs/webhooks/src/index.ts',
  '^@percept/plugins$': '<rootDir>/libs/plugins/index.ts',
};

/** What every kind of test shares. */
module.exports = {
  rootDir: __dirname,
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  moduleNameMapper,
  testEnvironment: '<rootDir>/test/environment.js',
  setupFiles: ['reflect-metadata'],
};
