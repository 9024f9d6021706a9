import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'data/',
      'node_modules/',
      'coverage/',
      'models/',
      'types/',
      'sdk/*.d.ts',
      'apps/api/plugin-template/',
      'clients/typescript/src/schema.d.ts',
      'apps/api/src/openapi/capability-answers.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 50],
      'max-params': ['error', 4],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // A `describe` is a list of promises, not a function; and Jest's matchers are typed as any.
    files: ['**/*.spec.ts', '**/*.contract.ts', 'test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-params': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.spec.ts', '**/*.contract.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'AwaitExpression > NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
          message: 'Use waitFor for what must happen, and remains for what must not happen.',
        },
      ],
    },
  },
  // Components of a page are declarative, so their length says little.
  { files: ['apps/dashboard/**/*.tsx'], rules: { 'max-lines-per-function': ['error', 80] } },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.mts', 'bin/*'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        exports: 'writable',
        require: 'readonly',
        module: 'writable',
        process: 'readonly',
        __dirname: 'readonly',
        console: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  prettier,
);
