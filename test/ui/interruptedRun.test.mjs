import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { closeEditors } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey } from './support/steps.mjs';
import { promptFile, runAs } from './support/testedPrompts.mjs';

describe('a run of prompt tests', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {string} */
  let folder;

  before(async () => {
    workbench = await sharedWindow();
    folder = join(workbench.folder, 'runs');
    await mkdir(folder, { recursive: true });
  });
  after(async () => {
    await closeEditors(workbench);
    for (const path of [folder, join(workbench.folder, '.genlang')]) {
      await rm(path, { recursive: true, force: true });
    }
  });

  it('loses no result that was there when the window is reloaded in its middle', async () => {
    const slow = join(folder, 'slow.mocks.jsonc');
    // Nobody waits for the end of this answer.
    const boat = { pieces: [{ text: 'A boat' }, { after: 600_000, text: '.' }] };
    const rules = [{ when: { user: { contains: 'boat' } }, response: boat }];
    await writeFile(slow, JSON.stringify({ mocks: rules }));
    const upstream = await startEmulator(['--latency', '0', '--rate', '0', '--mocks', slow]);
    try {
      await addKey(workbench, upstream.baseUrl, upstream.apiKey);
      const prompt = promptFile('boat', 'What is {{topic}}?');
      const [kite, other] = prompt.cases;
      const cases = [kite, { ...other, variables: { topic: 'a boat' } }];
      await writeFile(join(folder, 'boats.prompt.json'), JSON.stringify({ ...prompt, cases }));
      await workbench.palette('Testing: Focus on Test Explorer View');
      await runAs(workbench, /boats\.prompt\.json/, 'Run');
      await workbench.palette('Gemini API: Show Test Report');
      const report = () => workbench.webviewFrame();
      const rows = () => report().getByRole('grid', { name: 'Test cases' }).locator('tbody');
      await report().getByText('The run is in progress').waitFor();
      await rows()
        .getByRole('row', { name: /^names a kite .*Passed/ })
        .waitFor();
      await workbench.reload();
      await report().getByText('The window was closed during the run').waitFor();
      await rows()
        .getByRole('row', { name: /^names a kite .*Passed/ })
        .waitFor();
      await report().getByRole('button', { name: 'Passed: 1' }).waitFor();
      // What was under way then is no result.
      await report().getByRole('button', { name: 'Errored: 0' }).waitFor();
    } finally {
      await upstream.stop();
    }
  });
});
