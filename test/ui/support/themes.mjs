export { SYSTEM_COLOURS } from '../../harness/theme.mjs';

/**
 * Changes the colours of the system: what is open in the window stays open.
 * @param {import('../../harness/workbench.mjs').Workbench} workbench
 * @param {import('../../harness/theme.mjs').Theme} theme
 */
export async function paint(workbench, theme) {
  await workbench.chooseTheme(theme);
}
