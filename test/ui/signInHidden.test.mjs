import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { consentAfter } from './support/consent.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { clearNotices, noticed } from './support/notices.mjs';
import { startOAuthEmulator } from './support/oauthEmulator.mjs';
import { pickClientFile, quickInput, trustBothAddresses } from './support/prompts.mjs';
import { modelRow } from './support/steps.mjs';

const ID = 'account1';
const NAME = 'Work';

describe('a sign-in that is hidden behind something else', () => {
  /** @type {import('./support/oauthEmulator.mjs').OAuthEmulator} */
  let emulator;
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    emulator = await startOAuthEmulator();
    const connection = { id: ID, name: NAME, endpoint: emulator.baseUrl, auth: 'oauth' };
    workbench = await openWorkbench({
      isWhole: true,
      settings: {
        'generativeLanguage.connections': [connection],
        'generativeLanguage.activeConnection': ID,
      },
    });
    await workbench.openView();
    await modelRow(workbench, 'Sign in to see models').waitFor();
  });
  after(async () => {
    await workbench?.close();
    await emulator?.stop();
  });

  const dialog = () => quickInput(workbench).filter({ hasText: `Sign in to ${NAME}` });
  const NOTICE = `Signing in to “${NAME}”. Choose “Sign In…” to see it again.`;
  const notice = () =>
    workbench.page.locator('.notification-list-item').filter({ hasText: NOTICE });
  const signIn = () => workbench.palette('Generative Language: Sign In…');

  it('goes on, comes back, and is cancelled from its notification', async () => {
    const consent = await consentAfter(workbench, async () => {
      await signIn();
      await pickClientFile(workbench, emulator.clientFile);
      await trustBothAddresses(workbench);
    });
    await dialog().waitFor();
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, NOTICE);
    await workbench.screenshot('sign-in-hidden');
    // The palette hides what it finds, too.
    for (let round = 0; round < 2; round += 1) {
      await signIn();
      await dialog().waitFor();
      await notice().waitFor({ state: 'detached' });
    }
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, NOTICE);
    await expectSoon(async () => (await notice().count()) === 1, 'Former notifications stay.');
    await notice().getByRole('button', { name: 'Cancel' }).click();
    await notice().waitFor({ state: 'detached' });
    await consent.page.close();
    assert.equal(emulator.tokenRequests.length, 0);
  });

  it('is finished in the browser all the same', async () => {
    const consent = await consentAfter(workbench, async () => {
      await signIn();
      await pickClientFile(workbench, emulator.clientFile);
      await trustBothAddresses(workbench);
    });
    await dialog().waitFor();
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, NOTICE);
    await consent.allow.click();
    await consent.page.getByText('You can close this window').waitFor();
    await consent.done();
    await noticed(workbench, 'Signed in as demo@example.com.');
    await notice().waitFor({ state: 'detached' });
    await clearNotices(workbench);
  });
});
