import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { browserAfter, consentAfter } from './support/consent.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { clearNotices, noticed } from './support/notices.mjs';
import { startOAuthEmulator } from './support/oauthEmulator.mjs';
import {
  answer,
  chooseRow,
  pickClientFile,
  question,
  quickInput,
  trustBothAddresses,
} from './support/prompts.mjs';
import { foldModels, modelRow } from './support/steps.mjs';

const ID = 'account1';
const NAME = 'Work';
const TUNING = 'https://www.googleapis.com/auth/generative-language.tuning';
const OFFER = 'Sign in to see models';

/** Seconds after which a code is no good any more, and a bit. */
const CODE_LIFE = 660;

describe('a sign-in that goes wrong, or is hidden', () => {
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
    await modelRow(workbench, OFFER).waitFor();
  });
  after(async () => {
    await workbench?.close();
    await emulator?.stop();
  });

  const status = () => workbench.page.locator('.part.statusbar');

  const dialog = () => quickInput(workbench).filter({ hasText: `Sign in to ${NAME}` });

  const signIn = () => workbench.palette('Generative Language: Sign In…');

  const signInWithFile = async () => {
    await signIn();
    await pickClientFile(workbench, emulator.clientFile);
    await trustBothAddresses(workbench);
  };

  const HIDDEN = `Signing in to “${NAME}”. Choose “Sign In…” to see it again.`;
  const hiddenNotice = () =>
    workbench.page.locator('.notification-list-item').filter({ hasText: HIDDEN });

  /** @param {string} text */
  const paste = (text) => dialog().locator('input').first().fill(text);

  it('that is hidden behind something else goes on, comes back, and is cancelled from its notification', async () => {
    const consent = await consentAfter(workbench, signInWithFile);
    await dialog().waitFor();
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, HIDDEN);
    await workbench.screenshot('sign-in-hidden');
    // The palette hides what it finds, too.
    for (let round = 0; round < 2; round += 1) {
      await signIn();
      await dialog().waitFor();
      await hiddenNotice().waitFor({ state: 'detached' });
    }
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, HIDDEN);
    await expectSoon(
      async () => (await hiddenNotice().count()) === 1,
      'Former notifications stay.',
    );
    await hiddenNotice().getByRole('button', { name: 'Cancel' }).click();
    await hiddenNotice().waitFor({ state: 'detached' });
    await consent.page.close();
    assert.equal(emulator.tokenRequests.length, 0);
  });

  it('because access is denied says who may be missing from what list, and keeps nothing', async () => {
    const consent = await consentAfter(workbench, signInWithFile);
    await consent.deny.click();
    await consent.page.getByText('The sign-in was not completed').waitFor();
    await consent.done();
    const notice = await noticed(workbench, 'Access was not allowed on the page in the browser.');
    await notice.getByText('add the account to the test users').waitFor();
    await workbench.screenshot('sign-in-denied');
    await clearNotices(workbench);
    await dialog().waitFor({ state: 'detached' });
    await modelRow(workbench, OFFER).waitFor();
    assert.equal(emulator.exchanges.length, 0);
  });

  it('because the browser can’t reach VS Code goes on with the pasted address', async () => {
    const unreachable = { isReachable: false };
    const consent = await consentAfter(workbench, signInWithFile, unreachable);
    await consent.choose('ada@example.com');
    await consent.allow.click();
    await consent.page.waitForURL(/[?&]code=/);
    await paste('https://gateway.example/?code=one&state=two');
    await dialog().getByText('This is not where the sign-in ended').waitFor();
    for (const theme of /** @type {const} */ (['light', 'hc-black', 'dark'])) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`sign-in-bad-paste-${theme}`);
    }
    assert.equal(await dialog().locator('input').first().inputValue(), '');
    await paste(consent.page.url());
    await consent.page.close();
    await noticed(workbench, 'Signed in as ada@example.com.');
    await clearNotices(workbench);
    await modelRow(workbench, 'Emulator Flash').waitFor();
  });

  it('with another account than before asks which one it is to be', async () => {
    const consent = await consentAfter(workbench, signIn);
    assert.equal(await consent.account(), 'ada@example.com');
    await consent.choose('grace@example.com');
    await consent.allow.click();
    await consent.done();
    const text = 'You signed in as grace@example.com, not as ada@example.com.';
    await question(workbench, text).waitFor();
    await workbench.screenshot('sign-in-other-account');
    await status().getByText('Work (ada@example.com)').waitFor();
    await answer(workbench, text, 'Use grace@example.com');
    await noticed(workbench, 'Signed in as grace@example.com.');
    await clearNotices(workbench);
    await status().getByText('Work (grace@example.com)').waitFor();
  });

  it('because the code has expired leaves the sign-in before as it was', async () => {
    const consent = await consentAfter(workbench, signIn, { isReachable: false });
    await consent.allow.click();
    await consent.page.waitForURL(/[?&]code=/);
    await emulator.control('clock', { advanceSeconds: CODE_LIFE });
    await paste(consent.page.url());
    await consent.page.close();
    await noticed(workbench, /expired/);
    await workbench.screenshot('sign-in-expired');
    await clearNotices(workbench);
    assert.equal(emulator.tokenRequests.at(-1)?.status, 400);
    await emulator.control('clock', { advanceSeconds: -CODE_LIFE });
    await status().getByText('Work (grace@example.com)').waitFor();
    await workbench.palette('Generative Language: Refresh');
    await modelRow(workbench, 'Emulator Flash').waitFor();
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
    assert.deepEqual(again.scopes.slice(2), ['generative-language.tuning', 'cloud-platform']);
    await again.allow.click();
    await again.done();
    await noticed(workbench, 'Signed in as grace@example.com.');
    await clearNotices(workbench);
  });

  it('because a scope is not for this client starts again with others, and remembers them', async () => {
    await emulator.control('sign-in', { refused: [TUNING] });
    const refused = await browserAfter(workbench, signIn);
    await refused.waitForURL(/[?&]error=invalid_scope/);
    const consent = await consentAfter(workbench, () =>
      chooseRow(workbench, 'The page says “invalid_scope”'),
    );
    await refused.close();
    assert.deepEqual(consent.scopes.slice(2), ['cloud-platform', 'generative-language.retriever']);
    await consent.screenshot('sign-in-other-scopes');
    await consent.untick('cloud-platform');
    await consent.allow.click();
    await consent.done();
    await noticed(workbench, 'Access was not granted for: Google Cloud.');
    await clearNotices(workbench);
  });

  it('is made up for where an operation needs what was not granted', async () => {
    await foldModels(workbench);
    // When that was granted, it was found out that there are some.
    const asked = emulator.to('/v1beta/tunedModels').length;
    await modelRow(workbench, 'Tuned Models').click();
    const offer = modelRow(workbench, 'Sign in to see tuned models');
    await offer.waitFor();
    assert.equal(emulator.to('/v1beta/tunedModels').length, asked);
    const consent = await consentAfter(workbench, () => offer.click());
    // What the client was refused is not asked for again.
    assert.deepEqual(consent.scopes.slice(2), ['cloud-platform', 'generative-language.retriever']);
    await consent.allow.click();
    await consent.done();
    await noticed(workbench, 'Signed in as grace@example.com.');
    await clearNotices(workbench);
    await workbench.screenshot('sign-in-made-up');
    await modelRow(workbench, 'Unit converter').waitFor();
    assert.equal(emulator.to('/v1beta/tunedModels').at(-1)?.status, 200);
  });

  it('and one that the server has ended are explained by the doctor', async () => {
    await emulator.control('expire-tokens', { grants: true });
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
    await workbench.palette('Generative Language: Refresh');
    await modelRow(workbench, OFFER).waitFor();
    await workbench.palette('Generative Language: Diagnose Connection…');
    const sheet = workbench.webviewFrame();
    await sheet.getByRole('heading', { name: /^1 problem found/ }).waitFor();
    const [first] = await sheet.getByRole('listitem').all();
    await first?.getByRole('button', { name: 'Sign In…' }).waitFor();
    await workbench.screenshot('diagnosis-ended');
    await workbench.page
      .locator('.statusbar')
      .getByRole('button', { name: /sign in again/ })
      .waitFor();
    await workbench.palette('View: Close Editor');
  });

  it('that is hidden is finished in the browser all the same', async () => {
    const consent = await consentAfter(workbench, signIn);
    await dialog().waitFor();
    await workbench.page.keyboard.press('Escape');
    await noticed(workbench, HIDDEN);
    await consent.allow.click();
    await consent.page.getByText('You can close this window').waitFor();
    await consent.done();
    await noticed(workbench, 'Signed in as grace@example.com.');
    await hiddenNotice().waitFor({ state: 'detached' });
    await clearNotices(workbench);
  });
});
