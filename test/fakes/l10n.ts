import type { L10n } from '../../src/platform/l10n';

/** English, as VS Code shows it where nothing is translated. */
export const english: L10n = {
  t: (message, ...args) =>
    message.replace(/\{(\d+)\}/g, (all, index: string) => String(args[Number(index)] ?? all)),
};
