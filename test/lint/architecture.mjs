// The rules about the architecture, for eslint.config.mjs.
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { networkRules } from './network.mjs';
import { roomRules } from './rooms.mjs';
import { syntaxGroups, syntaxRules } from './syntax.mjs';

const NAMES = [
  'max-lines',
  'no-restricted-globals',
  'no-restricted-imports',
  'no-restricted-syntax',
];

/**
 * ESLint's own rules, once for each group of rows: of two blocks with options for the same rule only the later one holds.
 */
const restrictions = {
  rules: Object.fromEntries(
    NAMES.flatMap((name) => {
      const rule = builtinRules.get(name);
      return rule ? [[name, rule]] : [];
    }),
  ),
};

const groups = ['rooms', 'network', 'question', ...syntaxGroups];

/** @type {import('eslint').Linter.Config[]} */
export const architecture = [
  { plugins: Object.fromEntries(groups.map((group) => [group, restrictions])) },
  ...roomRules,
  ...networkRules,
  ...syntaxRules,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      // These two know more of TypeScript here than in oxlint.
      'no-unsafe-optional-chaining': 'error',
      'no-useless-assignment': 'error',
      'no-warning-comments': [
        'error',
        {
          terms: [
            '@ts-ignore',
            '@ts-expect-error',
            '@ts-nocheck',
            'eslint-disable',
            'oxlint-disable',
            'prettier-ignore',
            'oxfmt-ignore',
          ],
          location: 'anywhere',
        },
      ],
      'max-lines': ['error', 450],
    },
  },
  {
    // Worth a thought, and no fault: `npm run lint` does not fail for it.
    files: ['src/**'],
    rules: { 'question/max-lines': ['warn', 300] },
  },
];
