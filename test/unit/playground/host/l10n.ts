import type { L10n } from '../../../../src/platform/l10n';

/** English, with the values filled in. */
export const l10n: L10n = {
  t: (message, ...args) =>
    message.replace(/\{(\d)\}/g, (_place, index: string) => String(args[Number(index)])),
};
