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
import { knock, strays } from './support/strays.mjs';
import { addKey, answerInput, foldModels, modelRow, tooltip } from './support/steps.mjs';
import { filesThatTell, tells } from './support/tells.mjs';

const NAME = 'Emulator account';
const TUNED = '/v1beta/tunedModels';
const OFFER = 'Sign in to see tuned models';

describe('signing in, from a key to the sign-out', () => {
  /** @type {import('./support/oauthEmulator.mjs').OAuthEmulator} */
  let emulator;
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** The request for access, in the browser. @type {import('./support/consent.mjs').Consent} */
  let consent;

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

  it('is offered where a key does not do', async () => {
    await workbench.openView();
    await addKey(workbench, emulator.baseUrl, emulator.emulator.apiKey);
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await foldModels(workbench);
    // A key can't list them, so that nobody knows whether there are any.
    await modelRow(workbench, 'Older Resources').click();
    await modelRow(workbench, 'Tuned Models').click();
    await tooltip(workbench, modelRow(workbench, OFFER), 'Sign in with an account');
    await workbench.screenshot('sign-in-offered');
  });

  it('imports the client, asks how the connection is called, and opens the browser', async () => {
    await modelRow(workbench, OFFER).click();
    await pickClientFile(workbench, emulator.clientFile);
    const project = quickInput(workbench).filter({ hasText: 'Project that is charged' });
    assert.equal(await project.locator('input').first().inputValue(), 'emulator-project');
    await workbench.page.keyboard.press('Enter');
    await answerInput(workbench, 'Name of the connection', NAME);
    await question(workbench, 'This OAuth client signs in at').waitFor();
    await workbench.screenshot('sign-in-two-addresses');
    consent = await consentAfter(workbench, () => trustBothAddresses(workbench));
    await quickInput(workbench).getByText(`Sign in to ${NAME}`).waitFor();
    await workbench.screenshot('sign-in-waiting');
    await consent.screenshot('sign-in-consent');
    assert.deepEqual(consent.scopes.slice(2), ['generative-language.tuning', 'cloud-platform']);
    assert.equal(consent.wish.get('code_challenge_method'), 'S256');
    assert.match(consent.wish.get('state') ?? '', /^[\w-]{22,}$/);
  });

  it('is not disturbed by whoever finds the port', async () => {
    const { redirect_uri: redirect = '', state = '' } = Object.fromEntries(consent.wish);
    const address = receiverOf(redirect);
    for (const { title, status } of strays(address, state)) {
      assert.equal(await status(), 404, title);
    }
    const many = Array.from({ length: 100 }, (_, n) => knock(`${address}?state=${n}&code=guess`));
    // So many at once are not even heard.
    const heard = (await Promise.allSettled(many)).filter((one) => one.status === 'fulfilled');
    assert.deepEqual([...new Set(heard.map(({ value }) => value))], [404]);
    await quickInput(workbench).getByText('Open the page again').waitFor();
    assert.equal(emulator.tokenRequests.length, 0);
  });

  it('ends in the browser, and begins in VS Code', async () => {
    await consent.allow.click();
    await consent.page.getByText('You can close this window').waitFor();
    await consent.screenshot('sign-in-done');
    await consent.done();
    await noticed(workbench, 'Signed in as demo@example.com.');
    await status().getByText(`${NAME} (demo@example.com)`).waitFor();
    await quickInput(workbench).waitFor({ state: 'detached' });
    await workbench.screenshot('sign-in-told');
    await clearNotices(workbench);
    // With the list of models, it is found out what else there is.
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
    await modelRow(workbench, 'Emulator Flash').waitFor();
  });

  it('opens what the key could not', async () => {
    await showTuned();
    await workbench.screenshot('sign-in-tuned-models');
    await modelRow(workbench, 'Haiku writer').click();
    const editor = workbench.page.locator('.editor-instance');
    await editor.getByText('tunedModelSource').or(editor.getByText('baseModel')).first().waitFor();
    const [request] = emulator.to(TUNED).slice(-1);
    assert.equal(request?.status, 200);
    assert.match(request.headers.authorization ?? '', /^Bearer /);
    assert.equal(request.headers['x-goog-user-project'], 'emulator-project');
    assert.equal(request.headers['x-goog-api-key'], undefined);
    await workbench.palette('View: Close All Editors');
  });

  it('goes on when the access token has expired, with a token that was refreshed once', async () => {
    await emulator.control('sign-in', { rotate: true });
    await emulator.control('expire-tokens', {});
    const before = emulator.tokenRequests.length;
    const asked = emulator.to(TUNED).length;
    await workbench.palette('Generative Language: Refresh');
    await expectSoon(
      async () =>
        emulator
          .to(TUNED)
          .slice(asked)
          .some(({ status }) => status === 200),
      'The list was never asked for again.',
    );
    await modelRow(workbench, 'Haiku writer').waitFor();
    const fresh = emulator.tokenRequests.slice(before);
    assert.deepEqual(
      fresh.map(({ form, status }) => [form.get('grant_type'), status]),
      [['refresh_token', 200]],
    );
    assert.notEqual(fresh[0]?.answer.refresh_token, undefined);
  });

  it('is among the accounts of VS Code, with its sign-out', async () => {
    const { page } = workbench;
    await page.locator('.activitybar').getByRole('button', { name: 'Accounts' }).click();
    await page.getByRole('menuitem', { name: 'demo@example.com (Generative Language)' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    await workbench.screenshot('sign-in-accounts');
    // The menu under it, and then the menu.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('is found in order by the doctor', async () => {
    await workbench.palette('Generative Language: Diagnose Connection…');
    const sheet = workbench.webviewFrame();
    await sheet.getByRole('heading', { name: 'Everything works' }).waitFor();
    await sheet.getByText('GET /v1beta3/models answers with models/').waitFor();
    await workbench.screenshot('diagnosis-good');
    await workbench.palette('View: Close Editor');
  });

  it('is still there after the window was reloaded', async () => {
    await workbench.reload();
    await status().getByText(`${NAME} (demo@example.com)`).waitFor();
    await showTuned();
    // With the token that the server gave in place of the first one.
    const [first, last] = [0, -1].map((at) =>
      emulator.tokenRequests.filter(({ form }) => form.has('refresh_token')).at(at),
    );
    assert.equal(last?.status, 200);
    assert.notEqual(last.form.get('refresh_token'), first?.form.get('refresh_token'));
  });

  it('ends here and at the server with the sign-out', async () => {
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
    const headers = { authorization: `Bearer ${token}` };
    const refused = await fetch(`${emulator.emulator.baseUrl}${TUNED}`, { headers });
    assert.equal(refused.status, 401);
    await status().getByText(NAME, { exact: true }).waitFor();
  });

  it('is told to nobody', async () => {
    // These go through the browser, in the addresses of the two pages of a sign-in.
    const states = urls.flatMap((url) => new URL(url).searchParams.getAll('state'));
    const codes = emulator.tokenRequests.flatMap(({ form }) => form.getAll('code'));
    const passing = [...new Set([...states, ...codes])];
    const kept = emulator.secrets.filter((secret) => !passing.includes(secret));
    assert.equal(passing.length, 2);
    assert.ok(kept.length >= 6, String(kept.length));
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

  async function showTuned() {
    await modelRow(workbench, 'Models').waitFor();
    await foldModels(workbench);
    const collection = modelRow(workbench, 'Tuned Models');
    await collection.waitFor();
    if ((await collection.getAttribute('aria-expanded')) !== 'true') await collection.click();
    await modelRow(workbench, 'Haiku writer').waitFor();
  }
});

/** Where the receiver itself listens, which VS Code may announce as a route of its own. @param {string} redirectUri */
function receiverOf(redirectUri) {
  const [, port, path] = /\/proxy\/(\d+)(\/.*)$/.exec(redirectUri) ?? [];
  return port === undefined ? redirectUri : `http://127.0.0.1:${port}${path}`;
}
