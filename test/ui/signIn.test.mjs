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
import { addKey, answerInput, foldModels, modelRow, tooltip } from './support/steps.mjs';
import { filesThatTell, tells } from './support/tells.mjs';

const NAME = 'Emulator account';
const TUNED = '/v1beta/tunedModels';
const OFFER = 'Sign in to see tuned models';
const HIDDEN = `Signing in to “${NAME}”. Choose “Sign In…” to see it again.`;

describe('a sign-in', () => {
  /** @type {import('./support/oauthEmulator.mjs').OAuthEmulator} */
  let emulator;
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** All that the browser asked for. @type {string[]} */
  const urls = [];

  before(async () => {
    emulator = await startOAuthEmulator();
    workbench = await openWorkbench({ isWhole: true });
    workbench.context.on('request', (request) => urls.push(request.url()));
  });
  after(async () => {
    await workbench?.close();
    await emulator?.stop();
  });

  const status = () => workbench.page.locator('.part.statusbar');
  const dialog = () => quickInput(workbench).filter({ hasText: `Sign in to ${NAME}` });
  const signIn = () => workbench.palette('Generative Language: Sign In…');

  it('goes from a key that does not do to an account, over a reload, to the sign-out', async () => {
    await workbench.openView();
    await addKey(workbench, emulator.baseUrl, emulator.emulator.apiKey);
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await foldModels(workbench);
    // A key can't list them, so that nobody knows whether there are any.
    await modelRow(workbench, 'Older Resources').click();
    await modelRow(workbench, 'Tuned Models').click();
    await tooltip(workbench, modelRow(workbench, OFFER), 'Sign in with an account');
    await modelRow(workbench, OFFER).click();
    await pickClientFile(workbench, emulator.clientFile);
    const project = quickInput(workbench).filter({ hasText: 'Project that is charged' });
    assert.equal(await project.locator('input').first().inputValue(), 'emulator-project');
    await workbench.page.keyboard.press('Enter');
    await answerInput(workbench, 'Name of the connection', NAME);
    await question(workbench, 'This OAuth client signs in at').waitFor();
    await workbench.screenshot('sign-in-two-addresses');
    const consent = await consentAfter(workbench, () => trustBothAddresses(workbench));
    await quickInput(workbench).getByText(`Sign in to ${NAME}`).waitFor();
    await workbench.screenshot('sign-in-waiting');
    await consent.screenshot('sign-in-consent');
    assert.deepEqual(consent.scopes.slice(2), ['generative-language.tuning', 'cloud-platform']);
    await consent.allow.click();
    await consent.page.getByText('You can close this window').waitFor();
    await consent.screenshot('sign-in-done');
    await consent.done();
    await noticed(workbench, 'Signed in as demo@example.com.');
    await status().getByText(`${NAME} (demo@example.com)`).waitFor();
    await workbench.screenshot('sign-in-told');
    await clearNotices(workbench);
    // With the list of models, it is found out what else there is.
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await showTuned();
    const [request] = emulator.to(TUNED).slice(-1);
    assert.equal(request?.status, 200);
    assert.match(request.headers.authorization ?? '', /^Bearer /);

    await workbench.reload();
    await status().getByText(`${NAME} (demo@example.com)`).waitFor();
    await showTuned();

    const token = emulator.accessToken;
    assert.equal((await emulator.tokenInfo(token)).status, 200);
    await workbench.palette('Generative Language: Sign Out…');
    await question(workbench, 'Sign out demo@example.com').waitFor();
    await workbench.screenshot('sign-out');
    await answer(workbench, 'Sign out demo@example.com', 'Sign Out');
    await modelRow(workbench, OFFER).waitFor();
    await workbench.screenshot('signed-out');
    // The window has forgotten it before the server is told.
    await expectSoon(
      async () => (await emulator.tokenInfo(token)).status === 400,
      'The server still takes the token.',
    );
    await status().getByText(NAME, { exact: true }).waitFor();
  });

  it('is told to nobody', async () => {
    // These go through the browser, in the addresses of the two pages of a sign-in.
    const states = urls.flatMap((url) => new URL(url).searchParams.getAll('state'));
    const codes = emulator.tokenRequests.flatMap(({ form }) => form.getAll('code'));
    const passing = [...new Set([...states, ...codes])];
    const kept = emulator.secrets.filter((secret) => !passing.includes(secret));
    assert.equal(passing.length, 2);
    assert.ok(kept.length >= 5, String(kept.length));
    const all = [...passing, ...kept];
    assert.ok(urls.some((url) => tells(url, passing)));
    const isOfSignIn = (/** @type {string} */ url) => /[?&]state=/.test(url);
    assert.deepEqual(
      urls.filter((url) => tells(url, isOfSignIn(url) ? kept : all)),
      [],
    );
    assert.deepEqual(
      emulator.exchanges.filter(({ target }) => tells(target, all)),
      [],
    );
    const { page, home, consoleLines } = workbench;
    assert.ok(!tells(consoleLines.join('\n'), all));
    for (const frame of page.frames()) assert.ok(!tells(await frame.content(), all), frame.url());
    const stored = String(await page.evaluate('JSON.stringify({ ...localStorage })'));
    assert.ok(!tells(stored, all));
    // The settings and the log, at trace level, among others.
    assert.ok((await filesThatTell(home, [NAME])).length > 0);
    assert.deepEqual(await filesThatTell(home, all), []);
  });

  it('that is hidden goes on, comes back, and takes the address that the browser ended at', async () => {
    const consent = await consentAfter(workbench, signIn, { isReachable: false });
    await dialog().waitFor();
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, HIDDEN);
    await workbench.screenshot('sign-in-hidden');
    await signIn();
    await dialog().waitFor();
    await consent.choose('ada@example.com');
    await consent.allow.click();
    await consent.page.waitForURL(/[?&]code=/);
    const box = dialog().locator('input').first();
    await box.fill('https://gateway.example/?code=one&state=two');
    await dialog().getByText('This is not where the sign-in ended').waitFor();
    await workbench.screenshot('sign-in-bad-paste');
    assert.equal(await box.inputValue(), '');
    await box.fill(consent.page.url());
    await consent.page.close();
    await noticed(workbench, 'Signed in as ada@example.com.');
    await clearNotices(workbench);
    await status().getByText(`${NAME} (ada@example.com)`).waitFor();
  });

  it('that granted less than was asked for names it, and asks again', async () => {
    const consent = await consentAfter(workbench, signIn);
    await consent.untick('cloud-platform');
    await consent.allow.click();
    await consent.done();
    const notice = await noticed(workbench, 'Access was not granted for: Google Cloud.');
    await workbench.screenshot('sign-in-less');
    const again = await consentAfter(workbench, () =>
      notice.getByRole('button', { name: 'Ask Again' }).click(),
    );
    await again.allow.click();
    await again.done();
    await noticed(workbench, 'Signed in as ada@example.com.');
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
