import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expectSoon } from './support/expectSoon.mjs';
import { FENCES, hostileScripts, ITEMS } from './support/hostileScripts.mjs';
import { startCanary, startScriptedService } from './support/scriptedService.mjs';
import { openStage } from './support/stage.mjs';

/** Elements that run or load something, none of which an answer may become. */
const ACTIVE =
  'script, style, link, base, iframe, object, embed, form, svg [onload], [href], [src]';

const HARMLESS_WORDS = [
  'run a command',
  'run a script',
  'open a page',
  'open a file',
  'go nowhere',
  'command:workbench.action.closeAllEditors',
];

describe('a hostile model', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;
  /** @type {Awaited<ReturnType<typeof startCanary>>} */
  let canary;
  /** @type {Awaited<ReturnType<typeof startScriptedService>>} */
  let service;
  /** @type {string[]} */
  const dialogs = [];

  before(async () => {
    canary = await startCanary();
    const name = `Evil <img src="${canary.origin}/name" onerror="alert(9)"> \u202eledom`;
    service = await startScriptedService(name, hostileScripts(canary.origin));
    const endpoint = service.origin;
    stage = await openStage({
      connections: () => [{ id: 'scripted', name: 'Evil <b>service</b>', endpoint, auth: 'none' }],
    });
    stage.browser.context.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    playground = await stage.openPlayground();
  });
  after(async () => {
    await stage.close();
    await Promise.all([canary.close(), service.close()]);
  });

  /** Nothing was loaded, nothing ran, nobody was asked anything. */
  function assertHarmless() {
    assert.deepEqual(canary.requests, []);
    assert.deepEqual(dialogs, []);
    const tried = stage.consoleLines.filter((line) => line.includes(canary.origin));
    assert.deepEqual(tried, []);
  }

  /** As the product gives it to VS Code; the stage allows its page the styles of a theme beyond that, and no more. */
  async function policyOfPage() {
    const [, escaped = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(stage.html) ?? [];
    const policy = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    const shown = await playground.frame.locator('meta[http-equiv]').getAttribute('content');
    assert.equal(shown, policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
    return policy;
  }

  /** How many elements the newest turn has, icons included. */
  async function elements() {
    return await playground.last.locator('*').count();
  }

  for (const [name, verdict] of /** @type {const} */ ([
    ['text', 'Stopped by the API: other reason'],
    ['thoughts', 'Complete'],
    ['error', /onerror/],
    // The last one: it calls a function, and nothing else can be said before that has a result.
    ['parts', 'Complete'],
  ])) {
    it(`loads and runs nothing by its ${name}`, async () => {
      await playground.send(name);
      await playground.ended(verdict);
      assert.equal(await playground.last.locator(ACTIVE).count(), 0);
      assert.equal(await playground.last.locator('img').count(), 0);
      assertHarmless();
    });
  }

  it('has no way to open a link but to ask VS Code, and none to a command, a script or a file', async () => {
    const answer = playground.turns.nth(1);
    for (const words of HARMLESS_WORDS) await answer.getByText(words).first().click();
    for (const link of await answer.getByRole('link').all()) {
      assert.match(
        (await link.getAttribute('data-href')) ?? '',
        /^https?:\/\/(127\.0\.0\.1:\d+|canary\.invalid)\//,
      );
    }
    assert.equal(await playground.turns.count(), 8);
    assertHarmless();

    const before = playground.composer.page().url();
    await playground.turns.nth(1).getByRole('link', { name: 'a page' }).click();
    const [address] = await stage.asked('env.openExternal');
    assert.equal(String(address), 'https://canary.invalid/page');
    assert.equal(playground.composer.page().url(), before);
    assertHarmless();
  });

  it('shows an image that is part of the answer, which can be copied, saved and opened', async () => {
    await playground.frame.getByRole('button', { name: 'New Conversation' }).click();
    await playground.turns.first().waitFor({ state: 'detached' });
    await playground.send('picture');
    await playground.ended('Complete');
    const image = playground.last.getByRole('img', { name: 'Generated image' });
    const size = await image.evaluate((/** @type {HTMLImageElement} */ shown) =>
      shown.decode().then(() => shown.naturalWidth),
    );
    assert.equal(size, 10);

    const { last } = playground;
    await last.getByRole('button', { name: 'Save As…' }).waitFor();
    await last.getByRole('button', { name: 'Copy Image' }).click();
    await last.getByRole('button', { name: 'Copy Image' }).hover();
    await last.getByRole('button', { name: 'Open in Editor' }).click();
    const [command, file] = await stage.asked('commands.executeCommand');
    assert.equal(command, 'vscode.open');
    assert.match(file.fsPath, /\/answer-[\da-f]{12}\.png$/);
    assert.equal((await readFile(file.fsPath)).subarray(1, 4).toString('latin1'), 'PNG');
  });

  it('shows characters that hide', async () => {
    await playground.send('hidden');
    await playground.ended('Complete');
    const hidden = playground.last.locator('.hidden-character');
    // The text is laid out in frames, and the line below it at once.
    await hidden.nth(4).waitFor();
    const shown = await hidden.allTextContents();
    assert.deepEqual(shown, ['U+202E', 'U+001B', 'U+001B', 'U+200B', 'U+2066']);
    await playground.frame.getByRole('button', { name: /⟨U\+202E⟩ledom/ }).waitFor();
  });

  it('is not obeyed by a page that another window talks to', async () => {
    const tell = async (/** @type {string | undefined} */ origin) =>
      await playground.frame.locator('body').evaluate((body, from) => {
        const data = { kind: 'event', name: 'focus', target: 'lastMessage' };
        window.dispatchEvent(new MessageEvent('message', { origin: from ?? window.origin, data }));
        return body.ownerDocument.activeElement?.tagName;
      }, origin);
    await playground.composer.focus();
    assert.equal(await tell('https://other.invalid'), 'TEXTAREA');
    assert.equal(await tell('null'), 'TEXTAREA');
    assert.equal(await tell(undefined), 'ARTICLE');
  });

  it('can be stopped from running anything by the policy of the page, new with each', async () => {
    const policy = await policyOfPage();
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[\w+/=]{22,}';/);
    assert.doesNotMatch(policy, /unsafe-|blob:|script-src[^;]*(\*|https?:|data:|'self')/);
    assert.match(policy, /; img-src data:; media-src data:; base-uri 'none'; form-action 'none'$/);
    playground = await stage.openPlayground();
    await playground.frame.getByRole('heading', { name: /^Message Evil/ }).waitFor();
    const other = await policyOfPage();
    const [nonce, otherNonce] = [policy, other].map((text) => /'nonce-(.+?)'/.exec(text)?.[1]);
    assert.ok(nonce && otherNonce);
    assert.notEqual(nonce, otherNonce);
  });

  it('cannot keep the page busy with a line of 2 MB, 10,000 items or 1,000 blocks', async () => {
    await playground.send('line');
    await playground.composer.pressSequentially('still here');
    await playground.ended('Complete');
    assert.equal(await playground.composer.inputValue(), 'still here');
    await playground.last.getByRole('button', { name: /^Show all \(2\.\d MB\)$/ }).waitFor();
    const length = await playground.last.evaluate((turn) => turn.textContent?.length ?? 0);
    assert.ok(length < 20_000, `${length} characters on the page`);
    const count = await elements();
    assert.ok(count < 100, `${count} elements`);

    await playground.composer.fill('');
    await playground.send('list');
    await playground.ended('Complete');
    await expectSoon(
      async () => (await playground.last.locator('li').count()) === ITEMS,
      'Some items never came.',
    );

    await playground.composer.fill('');
    const built = await playground.frame.locator('body').evaluateHandle((body) => {
      const counts = { added: 0, removed: 0 };
      const blocks = (/** @type {NodeList} */ nodes) =>
        [...nodes].filter((node) => node instanceof HTMLElement && node.matches('.code-block'));
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
          counts.added += blocks(addedNodes).length;
          counts.removed += blocks(removedNodes).length;
        }
      }).observe(body, { childList: true, subtree: true });
      return counts;
    });
    await playground.send('fences');
    await playground.composer.pressSequentially('still here');
    await playground.ended('Complete');
    assert.equal(await playground.composer.inputValue(), 'still here');
    await expectSoon(
      async () => (await playground.last.locator('.code-block').count()) === FENCES,
      'Some blocks never came.',
    );
    assert.deepEqual(await built.jsonValue(), { added: FENCES, removed: 0 });
    // Four buttons of each, with their icons.
    const all = await elements();
    assert.ok(all < FENCES * 24, `${all} elements`);
  });
});
