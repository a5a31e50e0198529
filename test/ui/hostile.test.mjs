import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { startCanary, startScriptedService } from './support/scriptedService.mjs';
import { modelRow, openPlayground } from './support/steps.mjs';

/** @typedef {import('./support/scriptedService.mjs').Script} Script */

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';
const LINE = 2 * 1024 * 1024;
const FENCES = 2000;
/** Elements that run or load something, none of which an answer may become. */
const ACTIVE =
  'script, style, link, base, iframe, object, embed, form, svg [onload], [href], [src]';
/** Elements on the page, icons included, for an answer of any length that is not a list of blocks. */
const FEW_ELEMENTS = 1000;

/**
 * Everything that loads, runs or opens something where HTML, Markdown or an address is believed.
 * @param {string} origin Of the canary.
 */
function attack(origin) {
  return [
    `<img src="${origin}/img" onerror="alert(1)">`,
    `<script src="${origin}/script">alert(2)</script>`,
    `<svg onload="alert(3)"><image href="${origin}/svg" /></svg>`,
    `<style>@import "${origin}/style"; body { background: url(${origin}/background) }</style>`,
    `<link rel="stylesheet" href="${origin}/link">`,
    `<base href="${origin}/base/">`,
    `<iframe src="${origin}/iframe" srcdoc="<script>alert(4)</script>"></iframe>`,
    `<form action="${origin}/form"><input autofocus onfocus="alert(5)"><button>Go</button></form>`,
    `<meta http-equiv="refresh" content="0; url=${origin}/meta">`,
    `![an image](${origin}/markdown-image)`,
    `![by reference][pixel]`,
    `[run a command](command:workbench.action.closeAllEditors)`,
    `[run a script](javascript:alert(6))`,
    `[open a page](data:text/html,<script>alert(7)</script>)`,
    `[open a file](file:///etc/passwd)`,
    `[go nowhere](//127.0.0.1/relative)`,
    `<command:workbench.action.closeAllEditors>`,
    '[a page](https://canary.invalid/page)',
    `[pixel]: ${origin}/reference`,
  ].join('\n\n');
}

const HARMLESS_WORDS = [
  'run a command',
  'run a script',
  'open a page',
  'open a file',
  'go nowhere',
  'command:workbench.action.closeAllEditors',
];

/** @param {string} origin @returns {Map<string, Script>} */
function scripts(origin) {
  const evil = attack(origin);
  const quoted = `"><img src="${origin}/quoted" onerror="alert(8)">`;
  const source = '`'.repeat(4) + `html ${quoted}\n${evil}\n` + '`'.repeat(4);
  const step = 32 * 1024;
  const line = 'word '.repeat(step / 5 + 1).slice(0, step);
  const fences = Array.from(
    { length: FENCES },
    (_, at) => '```js\n' + `let a = ${at};\n` + '```\n',
  );
  return new Map([
    ['text', { parts: [{ text: evil }, { text: `\n\n${source}` }], finishMessage: quoted }],
    ['thoughts', { parts: [{ text: evil, thought: true }, { text: 'Done.' }] }],
    [
      'parts',
      {
        parts: [
          { functionCall: { name: quoted, args: { [quoted]: evil } } },
          { executableCode: { language: quoted, code: evil } },
          { codeExecutionResult: { outcome: quoted, output: evil } },
          { fileData: { mimeType: quoted, fileUri: `${origin}/file` } },
          { inlineData: { mimeType: 'image/svg+xml', data: Buffer.from(evil).toString('base64') } },
          { inlineData: { mimeType: `image/png${quoted}`, data: `${origin}/inline` } },
          { inlineData: { mimeType: 'image/png', data: quoted } },
          { [quoted]: evil },
        ],
      },
    ],
    ['error', { error: evil }],
    ['picture', { parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] }],
    [
      'hidden',
      {
        parts: [
          { text: 'Backwards \u202egpj.exe, coloured \u001b[31mred\u001b[0m.\n\n' },
          { text: '```js\nif (user === "admin\u200b" \u2066) {}\n```\n' },
        ],
      },
    ],
    ['line', { parts: Array.from({ length: LINE / step }, () => ({ text: line })) }],
    [
      'fences',
      {
        parts: Array.from({ length: 20 }, (_, at) => ({
          text: fences.slice(at * 100, at * 100 + 100).join('\n') + '\n',
        })),
      },
    ],
  ]);
}

describe('a hostile model', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
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
    service = await startScriptedService(name, scripts(canary.origin));
    const endpoint = service.origin;
    workbench = await openWorkbench({
      settings: {
        'generativeLanguage.connections': [
          { id: 'scripted', name: `Evil <b>service</b>`, endpoint, auth: 'none' },
        ],
        'generativeLanguage.activeConnection': 'scripted',
      },
    });
    workbench.page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    await workbench.openView();
    await modelRow(workbench, 'Evil').waitFor();
    playground = await openPlayground(workbench);
  });
  after(async () => {
    await workbench.close();
    await Promise.all([canary.close(), service.close()]);
  });

  /** Nothing was loaded, nothing ran, nobody was asked anything. */
  function assertHarmless() {
    assert.deepEqual(canary.requests, []);
    assert.deepEqual(dialogs, []);
    const tried = workbench.consoleLines.filter((line) => line.includes(canary.origin));
    assert.deepEqual(tried, []);
  }

  /** The page's policy, and how many elements it has. */
  async function page() {
    return await playground.frame.locator(':root').evaluate((root) => ({
      policy: root.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '',
      elements: root.querySelectorAll('*').length,
    }));
  }

  it('is watched by a canary that sings', async () => {
    const response = await fetch(`${canary.origin}/self-test`);
    assert.equal(response.status, 204);
    assert.deepEqual(canary.requests.splice(0), ['GET /self-test']);
  });

  for (const [name, verdict] of /** @type {const} */ ([
    ['text', 'Ended by the service: OTHER'],
    ['thoughts', 'Complete'],
    ['parts', 'Complete'],
    ['error', /onerror/],
  ])) {
    it(`loads and runs nothing by its ${name}`, async () => {
      await playground.send(name);
      await playground.ended(verdict);
      assert.equal(await playground.last.locator(ACTIVE).count(), 0);
      assert.equal(await playground.last.locator('img').count(), 0);
      assertHarmless();
      await workbench.screenshot(`hostile-${name}`);
    });
  }

  it('offers no link to a command, a script, a file or a relative address', async () => {
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
  });

  it('opens a link only after VS Code has asked', async () => {
    await playground.turns.nth(1).getByRole('link', { name: 'a page' }).click();
    const question = workbench.page.getByRole('dialog').filter({ hasText: 'canary.invalid' });
    await question.getByText('open the external website').waitFor();
    await workbench.screenshot('hostile-link');
    await question.getByRole('button', { name: 'Cancel' }).click();
    assertHarmless();
  });

  it('shows an image that is part of the answer', async () => {
    await playground.send('picture');
    await playground.ended('Complete');
    const image = playground.last.getByRole('img', { name: 'Image of the answer' });
    const size = await image.evaluate((/** @type {HTMLImageElement} */ shown) =>
      shown.decode().then(() => shown.naturalWidth),
    );
    assert.equal(size, 10);
  });

  it('shows characters that hide', async () => {
    await playground.send('hidden');
    await playground.ended('Complete');
    const shown = await playground.last.locator('.hidden-character').allTextContents();
    assert.deepEqual(shown, ['U+202E', 'U+001B', 'U+001B', 'U+200B', 'U+2066']);
    await playground.frame.getByRole('button', { name: /⟨U\+202E⟩ledom/ }).waitFor();
  });

  it('can be stopped from running anything by the policy of the page, new with each', async () => {
    const { policy } = await page();
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[\w+/=]{22,}';/);
    assert.doesNotMatch(policy, /unsafe-|blob:|script-src[^;]*(\*|https?:|data:|'self')/);
    assert.match(policy, /; img-src data:; base-uri 'none'; form-action 'none'$/);
    await workbench.palette('Generative Language: Open Playground');
    await playground.frame.getByRole('heading', { name: /^Ask Evil/ }).waitFor();
    const { policy: other } = await page();
    const [nonce, otherNonce] = [policy, other].map((text) => /'nonce-(.+?)'/.exec(text)?.[1]);
    assert.ok(nonce && otherNonce);
    assert.notEqual(nonce, otherNonce);
  });

  it('cannot keep the page busy with one line of 2 MB', async () => {
    await playground.send('line');
    await playground.composer.pressSequentially('still here');
    await playground.ended('Complete');
    assert.equal(await playground.composer.inputValue(), 'still here');
    await playground.last.getByRole('button', { name: 'Show all (2.0 MB)' }).waitFor();
    const length = await playground.last.evaluate((turn) => turn.textContent?.length ?? 0);
    assert.ok(length < 20_000, `${length} characters on the page`);
    const { elements } = await page();
    assert.ok(elements < FEW_ELEMENTS, `${elements} elements`);
  });

  it('cannot keep the page busy with 2,000 blocks of code', async () => {
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
    const { elements } = await page();
    assert.ok(elements < FENCES * 20, `${elements} elements`);
  });
});
