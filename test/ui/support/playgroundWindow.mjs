import { openWorkbench } from '../../harness/workbench.mjs';
import { openPlayground, tryEmulator } from './steps.mjs';
import { SYSTEM_COLOURS } from './themes.mjs';

/**
 * A window that is dark, and can be painted otherwise. Only what is told to be saved is saved there.
 * @type {import('../../harness/workbench.mjs').WorkbenchOptions}
 */
export const DARK_WINDOW = {
  settings: { ...SYSTEM_COLOURS, 'files.autoSave': 'off' },
  context: { colorScheme: 'dark' },
};

/**
 * A window with a playground on the built-in emulator.
 * @param {import('../../harness/workbench.mjs').WorkbenchOptions} [options]
 */
export async function openPlaygroundWindow(options) {
  const workbench = await openWorkbench(options);
  await tryEmulator(workbench);
  return { workbench, playground: await openPlayground(workbench) };
}
