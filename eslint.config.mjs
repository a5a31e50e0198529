// What is this project's own: who may import whom, and the rules of `test/lint/`. The rules that every project has, and those
// that know types, are in `.oxlintrc.json`: oxlint needs a seventh of the time for them.
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { architecture } from './test/lint/architecture.mjs';

export default defineConfig(
  { ignores: ['dist/', 'out/', '.vscode-test/', 'test/ui/shots/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  { files: ['**/*.{js,cjs,mjs,ts,cts,mts,tsx}'], extends: [tseslint.configs.base] },
  ...architecture,
);
