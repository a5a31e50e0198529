import * as l10n from '@vscode/l10n';
import type { SettingRow } from './row';

export const SERVICE_ROWS: readonly SettingRow[] = [
  {
    key: 'serviceTier',
    kind: 'choice',
    label: () => l10n.t('Tier'),
    hint: () =>
      l10n.t(
        'Flex costs half, but can take minutes or be unavailable. Priority is faster and costs more.',
      ),
    section: 'service',
    place: { in: { chat: 'serviceTier' } },
    options: ['standard', 'flex', 'priority'],
    words: {
      standard: () => l10n.t('Standard'),
      flex: () => l10n.t('Flex'),
      priority: () => l10n.t('Priority'),
    },
  },
  {
    key: 'store',
    kind: 'choice',
    label: () => l10n.t('Logging'),
    hint: () =>
      l10n.t(
        'Stores the message and response in the project’s logs for up to 55 days. Anyone with log access can read them. Default: project setting. New paid projects since October 26, 2026 store by default.',
      ),
    section: 'service',
    place: { in: { chat: 'store' } },
    options: ['true', 'false'],
    isFlag: true,
    words: {
      true: () => l10n.t('Store'),
      false: () => l10n.t('Don’t store'),
    },
  },
];
