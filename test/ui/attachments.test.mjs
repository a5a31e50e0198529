import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { PNG } from './support/hostileScripts.mjs';
import { usePlayground } from './support/usePlayground.mjs';

/** A second of silence, in base64. */
function silence() {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + 8000, 4);
  head.write('WAVEfmt ', 8);
  [16, 0x10001, 8000, 8000, 0x80001].forEach((word, at) => head.writeUInt32LE(word, 16 + at * 4));
  head.write('data', 36);
  head.writeUInt32LE(8000, 40);
  return Buffer.concat([head, Buffer.alloc(8000, 128)]).toString('base64');
}

/** An empty archive whose comment ends with a byte. @param {string} last In hexadecimal digits. */
function archive(last) {
  return Buffer.from(`504b05060000000000000000000000000000000000${last}`, 'hex');
}

describe('attachments in the playground', () => {
  const { stage, playground } = usePlayground();
  /** Where the files of the user are. @type {string} */
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attachments-'));
  });
  after(() => rm(folder, { recursive: true }));

  const chips = () =>
    playground.frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  const send = () => playground.frame.getByRole('button', { name: 'Send (Enter)' });

  /** @param {string | RegExp} name */
  const chip = (name) => chips().filter({ hasText: name });

  /**
   * Lets go of files over the panel that come from elsewhere than VS Code.
   * @param {readonly { readonly name: string, readonly type: string, readonly base64: string }[]} files
   */
  async function drop(files) {
    await playground.composer.evaluate(async (field, list) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
        field.dispatchEvent(event);
        if (kind === 'dragover') {
          await new Promise((drawn) => requestAnimationFrame(drawn));
          const isShown = !document.querySelector('.drop-zone')?.hasAttribute('hidden');
          if (!isShown) throw new Error('Nothing says where to drop.');
        }
        if (!event.defaultPrevented) throw new Error(`The page lets VS Code have the ${kind}.`);
      }
    }, files);
  }

  it('come by paste, with a small picture of a picture, and leave pasted text alone', async () => {
    await playground.composer.focus();
    await playground.composer.evaluate(async (_field, base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const picture = new Blob([bytes], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    }, PNG);
    await stage.page?.keyboard.press('Control+V');
    await chip('image.png').locator('canvas').waitFor();
    assert.equal(await playground.composer.inputValue(), '');

    await playground.composer.evaluate((_field) => navigator.clipboard.writeText('What is this?'));
    await playground.composer.focus();
    await stage.page?.keyboard.press('Control+V');
    await expectSoon(
      async () => (await playground.composer.inputValue()) === 'What is this?',
      'The text never arrived.',
    );
    assert.equal(await chips().count(), 1);
  });

  it('come by drop, as they are, and are removed with the keyboard', async () => {
    await drop([
      { name: 'tone.wav', type: 'audio/wav', base64: silence() },
      { name: 'abc\u202egnp.ts', type: 'video/mp2t', base64: btoa('const a = 1;') },
      { name: 'empty.txt', type: 'text/plain', base64: '' },
    ]);
    await chip('tone.wav').waitFor();
    await chip(/U\+202E|u202e/).waitFor();
    await playground.frame.getByText('empty.txt is empty.').first().waitFor();
    await playground.frame.getByRole('button', { name: 'Dismiss' }).click();
    assert.equal(await chips().count(), 3);

    await playground.composer.focus();
    await stage.page?.keyboard.press('Tab');
    await stage.page?.keyboard.press('End');
    await chip(/U\+202E|u202e/)
      .and(playground.frame.locator(':focus'))
      .waitFor();
    await stage.page?.keyboard.press('Delete');
    await chip('tone.wav').and(playground.frame.locator(':focus')).waitFor();
    assert.equal(await chips().count(), 2);
    // Enter, which opens a chip, would send there.
    await stage.page?.keyboard.press('ArrowRight');
    await chip('tone.wav').and(playground.frame.locator(':focus')).waitFor();
    await chip('tone.wav').getByRole('button', { name: 'Remove tone.wav', exact: true }).waitFor();
    await stage.page?.keyboard.press('ArrowDown');
    await playground.composer.and(playground.frame.locator(':focus')).waitFor();
  });

  it('are sent with the message, seen and heard in it, open large, and are saved under their names', async () => {
    await playground.composer.press('Enter');
    await playground.turns.nth(1).waitFor();
    await playground.ended('Complete');
    await chips().first().waitFor({ state: 'detached' });
    const turn = playground.turns.first();
    const shown = turn.getByRole('img', { name: 'image.png' });
    await expectSoon(
      () => shown.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth === 10),
      'The picture is not decoded.',
    );
    const sound = turn.locator('audio');
    await expectSoon(
      () => sound.evaluate((audio) => /** @type {HTMLAudioElement} */ (audio).duration === 1),
      'The sound is not decoded.',
    );
    await turn.getByText('What is this?').waitFor();
    const refused = stage.consoleLines.filter((line) => /Content Security Policy/.test(line));
    assert.deepEqual(
      refused.filter((line) => /data:/.test(line)),
      [],
    );

    const picture = turn.getByRole('button', { name: 'Enlarge: image.png' });
    const large = playground.frame.getByRole('dialog', { name: 'image.png' });
    await picture.press('Enter');
    await large.getByRole('img', { name: 'image.png' }).waitFor();
    const panel = await playground.frame.locator('body').boundingBox();
    assert.deepEqual(await large.boundingBox(), panel);
    for (const name of ['Copy Image', 'Save As…', 'Open in Editor', 'Close']) {
      await large.getByRole('button', { name }).waitFor();
    }
    await stage.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await picture.and(playground.frame.locator(':focus')).waitFor();
    await picture.click();
    await large.getByRole('button', { name: 'Close' }).click();
    await large.waitFor({ state: 'detached' });
    await picture.and(playground.frame.locator(':focus')).waitFor();

    await turn.getByRole('button', { name: 'Copy Image' }).waitFor();
    await turn.getByRole('button', { name: 'Save As…' }).first().click();
    const [{ defaultUri }] = await stage.asked('window.showSaveDialog');
    assert.match(defaultUri.path, /\/image\.png$/);
  });

  /** Attaches a file that is chosen in VS Code's dialog. @param {string} name @param {string | Uint8Array} content */
  async function attach(name, content) {
    const path = join(folder, name);
    await writeFile(path, content);
    stage.host.chooseFiles(path);
    await playground.frame.getByRole('button', { name: 'Attach Files…' }).click();
  }

  /** Lets the time pass for which the service processes what was attached. */
  const finishProcessing = () => stage.emulator.control('clock', { advanceSeconds: 600 });

  it('come by the button, and keep the message back until the service has processed them', async () => {
    await attach('notes.ts', 'export const notes = 1;\n');
    const facts = chip('notes.ts').getByText('24 bytes');
    assert.ok(await facts.evaluate((text) => text.scrollWidth <= text.clientWidth), 'It is cut.');
    const [{ title, canSelectMany }] = await stage.asked('window.showOpenDialog');
    assert.deepEqual([title, canSelectMany], ['Attach Files', true]);
    await playground.composer.and(playground.frame.locator(':focus')).waitFor();

    await attach('film [[processing:600]].zip', archive('00'));
    await chip('processing…').waitFor();
    await playground.composer.fill('What is in it?');
    assert.equal(await send().getAttribute('aria-disabled'), 'true');
    await playground.frame
      .getByText(/^Wait until film .* is ready\.$/)
      .first()
      .waitFor();
    await finishProcessing();
    await chip('processing…').waitFor({ state: 'detached' });
    await expectSoon(
      async () => (await send().getAttribute('aria-disabled')) === 'false',
      'The message is still kept back.',
    );
    await playground.composer.press('Enter');
    await playground.turns.nth(3).waitFor();
    await playground.ended('Complete');
    await playground.turns
      .nth(2)
      .getByText(/film .*\.zip/)
      .waitFor();
  });

  it('say why they failed, and are tried again or removed', async () => {
    await attach('broken [[fail]] [[processing:600]].zip', archive('01'));
    await chip('processing…').waitFor();
    await finishProcessing();
    const broken = chip('failed');
    await broken.waitFor();
    await playground.frame
      .getByText(/^Couldn’t attach broken .*: /)
      .first()
      .waitFor();
    assert.equal(await send().getAttribute('aria-disabled'), 'true');
    await broken.getByRole('button', { name: 'Retry' }).click();
    await chip('broken').filter({ hasNotText: 'failed' }).waitFor();
    await chip('broken')
      .getByRole('button', { name: /^Remove broken / })
      .click();
    await chips().first().waitFor({ state: 'detached' });
  });

  it('are none where a text is pasted, which is kept though no model takes its 10 MB', async () => {
    await playground.composer.evaluate((_field) =>
      navigator.clipboard.writeText('0123456789 abcd '.repeat((10 * 1024 * 1024) / 16)),
    );
    await playground.composer.focus();
    await stage.keyboard.press('Control+V');
    await playground.frame
      .getByText(/1\d MB/)
      .first()
      .waitFor();
    const before = await playground.turns.count();
    await stage.keyboard.press('Enter');
    await playground.last.getByText(/exceeds the maximum number of tokens/).waitFor();
    assert.equal(await playground.turns.count(), before + 2);
    await playground.turns
      .nth(-2)
      .getByRole('button', { name: /Show all/ })
      .waitFor();
  });
});
