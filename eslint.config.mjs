import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { architecture } from './test/lint/architecture.mjs';

export default defineConfig(
  { ignores: ['dist/', 'out/', '.vscode-test/', 'test/ui/shots/'] },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  prettier,
  {
    rules: {
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-eval': 'error',
      // Text from elsewhere is searched for control and joining characters on purpose, by their escapes.
      'no-control-regex': 'off',
      'no-misleading-character-class': ['error', { allowEscape: true }],
      'no-new-func': 'error',
      'no-console': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      // Index signatures say what the key is; `Record` does not.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Interfaces here are often implemented by something that has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Types inferred from table rows are `{}` for a row without fields, and that is right.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // No enum is ours, and `tsc` lets no text or unknown number be one of VS Code's.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // A type parameter used once lets a caller name what a table key stands for.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  ...architecture,
  {
    files: ['test/**', '*.mjs', 'src/cli/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.test.ts', 'test/**/*.test.mjs'],
    rules: {
      // mocha calls the functions it is given, and a test may index what it has just made.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Checked by `tsc` with checkJs; typed rules add little to JSDoc types.
    files: ['**/*.mjs', '**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { 'no-undef': 'off' },
  },
  {
    // Typed rules took half of the linter's time for the tests. `tsc` checks these, and a promise that nobody waits
    // for and that fails is a failure of the run.
    files: ['test/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
);
