import assert from 'node:assert/strict';
import { formulas, laidOut } from './preview/texts.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { startScriptedService } from './support/scriptedService.mjs';
import { openStage } from './support/stage.mjs';

const CODE = `Look at this:

\`\`\`js
${Array.from({ length: 38 }, (_, at) => `console.log('line ${at + 1}');`).join('\n')}
\`\`\`

${'Words after it.\n\n'.repeat(30)}`;

const HOSTILE = String.raw`$\href{javascript:alert(1)}{a}$ \(\includegraphics{ORIGIN/a.png}\) $\style{position:fixed}{b}$

$$ </math><img src="ORIGIN/b" onerror="alert(2)"> $$

\[ \text{<script>alert(3)</script>} \class{turn}{c} \]

$\text{<b>d</b>}$ | $$\raisebox{99em}{e} \kern-99em f$$ | <br> <input>

$${'{'.repeat(1500)}$

$$ ${'x'.repeat(4900)} $$
`;

describe('Markdown in the playground', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;
  /** @type {Awaited<ReturnType<typeof startScriptedService>>} */
  let service;

  before(async () => {
    service = await startScriptedService(
      'Writer',
      new Map([
        ['formulas', { parts: formulas.match(/[^]{1,40}/g)?.map((text) => ({ text })) ?? [] }],
        ['blocks', { parts: [{ text: laidOut }] }],
        ['code', { parts: [{ text: CODE }] }],
        ['hostile', { parts: [{ text: HOSTILE.replaceAll('ORIGIN', 'https://canary.invalid') }] }],
      ]),
    );
    const endpoint = service.origin;
    stage = await openStage({
      connections: () => [{ id: 'writer', name: 'Writer', endpoint, auth: 'none' }],
    });
    playground = await stage.openPlayground();
  });
  after(async () => {
    await stage.close();
    await service.close();
  });

  /** @param {string} message */
  async function answer(message) {
    await playground.send(message);
    await playground.ended('Complete');
    return playground.last;
  }

  const scripts = () =>
    stage.page?.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)),
    );

  it('loads what draws formulas with the first one, and shows what is none as it was written', async () => {
    await answer('blocks');
    assert.ok(!(await scripts())?.includes('math.js'));
    const turn = await answer('formulas');
    await turn.locator('math').first().waitFor();
    assert.ok((await scripts())?.includes('math.js'));
    await expectSoon(
      async () => (await turn.locator('math').count()) === 6,
      'Formulas are missing.',
    );
    assert.equal(await turn.locator('math[display=block]').count(), 4);
    assert.equal(await turn.locator('math mfrac').count(), 3);
    const text = await turn.locator('.turn-body').innerText();
    assert.match(text, /they cost \$5 and \$10:/);
    assert.ok(
      text.includes(String.raw`This is none: $\frac{1}{$, and \(\undefined{x}\) neither.`),
      text,
    );
    const styled = await turn.locator('math [style], math[style]').count();
    assert.equal(styled, 0);
    const size = await turn.locator('mfrac').first().boundingBox();
    assert.ok(size && size.height > 30, JSON.stringify(size));
    await turn.locator('math').first().scrollIntoViewIfNeeded();
  });

  it('scrolls a wide formula and a wide table by themselves, also with the keyboard', async () => {
    const panel = playground.frame.locator('.conversation');
    for (const name of ['Wide formula', 'Wide table']) {
      const frame = playground.frame.getByRole('group', { name });
      await frame.waitFor();
      await frame.focus();
      await frame.press('ArrowRight');
      await expectSoon(
        async () => (await frame.evaluate((one) => one.scrollLeft)) > 0,
        `${name} stays.`,
      );
      await frame.evaluate((one) => (one.scrollLeft = 0));
    }
    assert.equal(await panel.evaluate((one) => one.scrollWidth > one.clientWidth), false);
  });

  it('keeps the head of a block of code in sight while its text scrolls', async () => {
    const turn = await answer('code');
    const head = turn.locator('.code-head').first();
    const panel = playground.frame.locator('.conversation');
    await turn.getByText("console.log('line 30');").scrollIntoViewIfNeeded();
    await turn.getByText("'line 30'").evaluate((line) => line.scrollIntoView({ block: 'start' }));
    const [top, frame] = [await head.boundingBox(), await panel.boundingBox()];
    assert.ok(
      top && frame && top.y >= frame.y && top.y < frame.y + 60,
      JSON.stringify([top, frame]),
    );
    await head.getByRole('button', { name: 'Copy Code' }).click();
    await turn
      .getByText('Words after it.')
      .last()
      .evaluate((line) => line.scrollIntoView());
    const gone = await head.boundingBox();
    assert.ok(gone && gone.y < frame.y, JSON.stringify(gone));
  });

  it('makes of formulas nothing that loads, leads, runs or lies over something else', async () => {
    const turn = await answer('hostile');
    await turn.locator('math').first().waitFor();
    await expectSoon(
      async () => (await turn.locator('.math:not(.unread):not(:has(math))').count()) === 0,
      'Some formulas are not drawn.',
    );
    const found = turn.locator(
      '.turn-body :is(img, script, a, b, input, [href], [src], [style], [onerror])',
    );
    assert.equal(await found.count(), 0);
    const names = await turn
      .locator('math *')
      .evaluateAll((all) => [...new Set(all.map((one) => one.namespaceURI))]);
    assert.deepEqual(names, ['http://www.w3.org/1998/Math/MathML']);
    const asked = stage.consoleLines.filter((line) => /canary|Content Security/.test(line));
    assert.deepEqual(asked, []);
  });
});
