import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { consentAfter } from './support/consent.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { clearNotices, noticed } from './support/notices.mjs';
import { startOAuthEmulator } from './support/oauthEmulator.mjs';
import {
  answer,
  pickClientFile,
  question,
  quickInput,
  trustBothAddresses,
} from './support/prompts.mjs';
import {
  addKey,
  answerInput,
  chooseEntry,
  foldModels,
  listedModel,
  modelRow,
  openRow,
  tooltip,
} from './support/steps.mjs';

const NAME = 'Emulator account';
const TUNED = '/v1beta/tunedModels';
const OFFER = 'Sign in to see tuned models';
const HIDDEN = `Signing in to “${NAME}”. Run “Sign In…” to show the dialog again.`;

describe('a sign-in', () => {
  /** @type {import('./support/oauthEmulator.mjs').OAuthEmulator} */
  let emulator;
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    emulator = await startOAuthEmulator();
    workbench = await openWorkbench({ isWhole: true });
  });
  after(async () => {
    await workbench?.close();
    await emulator?.stop();
  });

  const status = () => workbench.page.locator('.part.statusbar');
  const dialog = () => quickInput(workbench).filter({ hasText: `Sign in to ${NAME}` });
  const signIn = () => workbench.palette('Gemini API: Sign In…');

  it('goes from a key that does not do to an account, over a reload, to the sign-out', async () => {
    await workbench.openView();
    await addKey(workbench, emulator.baseUrl, emulator.emulator.apiKey);
    await listedModel(workbench).waitFor();
    await foldModels(workbench);
    // A key can't list them, so that nobody knows whether there are any.
    const title = workbench.page.locator('.part.sidebar .pane-header').first();
    await title.hover();
    await title.getByRole('button', { name: 'More Actions...' }).click();
    await chooseEntry(workbench, 'Show Legacy Resources');
    await openRow(workbench, 'Legacy Resources');
    await modelRow(workbench, 'Tuned Models').click();
    await tooltip(workbench, modelRow(workbench, OFFER), 'Sign in with an account');
    await modelRow(workbench, OFFER).click();
    await pickClientFile(workbench, emulator.clientFile);
    const project = quickInput(workbench).filter({ hasText: 'Project for quota and billing' });
    assert.equal(await project.locator('input').first().inputValue(), 'emulator-project');
    await workbench.page.keyboard.press('Enter');
    await answerInput(workbench, 'Enter a name for the connection', NAME);
    await question(workbench, 'This OAuth client signs in at').waitFor();
    const consent = await consentAfter(workbench, () => trustBothAddresses(workbench));
    await quickInput(workbench).getByText(`Sign in to ${NAME}`).waitFor();
    assert.deepEqual(consent.scopes.slice(2), ['generative-language.tuning', 'cloud-platform']);
    await consent.allow.click();
    await consent.page.getByText('You can close this window').waitFor();
    await consent.done();
    await noticed(workbench, 'Signed in as demo@example.com.');
    await status().getByText(`${NAME} (demo@example.com)`).waitFor();
    await clearNotices(workbench);
    // With the list of models, it is found out what else there is.
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
    await listedModel(workbench).waitFor();
    await showTuned();
    const [request] = emulator.to(TUNED).slice(-1);
    assert.equal(request?.status, 200);
    assert.match(request.headers.authorization ?? '', /^Bearer /);

    await workbench.reload();
    await status().getByText(`${NAME} (demo@example.com)`).waitFor();
    await showTuned();

    const token = emulator.accessToken;
    assert.equal((await emulator.tokenInfo(token)).status, 200);
    await workbench.palette('Gemini API: Sign Out…');
    await question(workbench, 'Sign out demo@example.com').waitFor();
    await answer(workbench, 'Sign out demo@example.com', 'Sign Out');
    await modelRow(workbench, OFFER).waitFor();
    // The window has forgotten it before the server is told.
    await expectSoon(
      async () => (await emulator.tokenInfo(token)).status === 400,
      'The server still takes the token.',
    );
    await status().getByText(NAME, { exact: true }).waitFor();
  });

  it('that is hidden goes on, comes back, and takes the address that the browser ended at', async () => {
    const consent = await consentAfter(workbench, signIn, { isReachable: false });
    await dialog().waitFor();
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, HIDDEN);
    await signIn();
    await dialog().waitFor();
    await consent.choose('ada@example.com');
    await consent.allow.click();
    await consent.page.waitForURL(/[?&]code=/);
    const box = dialog().locator('input').first();
    await box.fill('https://gateway.example/?code=one&state=two');
    await dialog().getByText('This isn’t the redirect URL for this sign-in').waitFor();
    assert.equal(await box.inputValue(), '');
    await box.fill(consent.page.url());
    await consent.page.close();
    await noticed(workbench, 'Signed in as ada@example.com.');
    await clearNotices(workbench);
    await status().getByText(`${NAME} (ada@example.com)`).waitFor();
  });

  async function showTuned() {
    await modelRow(workbench, 'Models').waitFor();
    await foldModels(workbench);
    const collection = modelRow(workbench, 'Tuned Models');
    await collection.waitFor();
    if ((await collection.getAttribute('aria-expanded')) !== 'true') await collection.click();
    await modelRow(workbench, 'Haiku writer').waitFor();
  }
});
