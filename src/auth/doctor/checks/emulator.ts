import { abortable } from '../../../base/async';
import { AppError, errorMessage } from '../../../base/errors';
import type { Check } from '../check';
import { isUsers } from '../context';
import { showLogFix } from '../fixes';

/** Starts the built-in emulator. */
export const emulatorCheck: Check = {
  id: 'emulator',
  title: (l10n) => l10n.t('Built-in emulator'),
  appliesTo: (connection) => !isUsers(connection),
  async run(context) {
    const { emulator, l10n } = context.parts;
    try {
      const { baseUrl } = await abortable(emulator.start(), context.signal);
      const says = l10n.t('It runs, and listens on port {0}.', new URL(baseUrl).port);
      return { state: 'passed', says };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { hint } = error;
      return {
        state: 'failed',
        says: errorMessage(error),
        ...(hint === undefined ? {} : { hint }),
        fixes: [showLogFix(context)],
      };
    }
  },
};
