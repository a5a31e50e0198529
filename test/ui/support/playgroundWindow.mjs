import { openWorkbench } from '../../harness/workbench.mjs';
import { openPlayground, tryEmulator } from './steps.mjs';
import { SYSTEM_COLOURS } from './themes.mjs';

/**
 * A dark window with a playground on the built-in emulator. Only what is told to be saved is saved there.
 */
export async function openPlaygroundWindow() {
  const workbench = await openWorkbench({
    settings: { ...SYSTEM_COLOURS, 'files.autoSave': 'off' },
    context: { colorScheme: 'dark' },
  });
  await tryEmulator(workbench);
  return { workbench, playground: await openPlayground(workbench) };
}
