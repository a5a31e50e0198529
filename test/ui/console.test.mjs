import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Console } from './support/console.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { hideNotices, noticed } from './support/notices.mjs';
import { closeEditors, openFile, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { selectWord } from './support/steps.mjs';

const LIST = {
  $schema: 'genlangschema://requests/v1beta/models.list.json',
  operation: 'models.list',
  version: 'v1beta',
  query: { pageSize: 2 },
};

describe('the operation console', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Console} */
  let consoled;

  before(async () => {
    workbench = await sharedWindow({ width: 1440, height: 900 });
    await writeFile(join(workbench.folder, 'two-models.json'), JSON.stringify(LIST, undefined, 2));
    consoled = new Console(workbench);
  });

  /** What is open is gone, unsaved requests too. */
  const closeAll = () => closeEditors(workbench);

  it('sends at once what needs no body, and a request that was saved', async () => {
    await consoled.openList();
    await workbench.page.keyboard.press('Escape');
    await consoled.choose('models.get');
    await quickInput(workbench).getByText('select from models').waitFor();
    await consoled.pick('models', 'emulator-pro');
    await workbench.page.getByText('"models/emulator-pro"').first().waitFor();
    await closeAll();

    await openFile(workbench, 'two-models.json');
    await consoled.written('models.list');
    await consoled.send('models.list');
    await consoled.answer.getByText('GET /v1beta/models?pageSize=2').waitFor();
    await consoled.answer.getByText('"models/emulator-pro"').waitFor();
  });

  it('shows the answer beside its request, which is copied as curl from above its first line', async () => {
    await consoled.choose('models.generateContent');
    await consoled.pick('models', 'emulator-flash');
    await consoled.written('models.generateContent');
    await consoled.send('models.generateContent');
    await consoled.answer.getByText('"candidates"').waitFor();

    await consoled.left.getByText('Copy as cURL').click();
    const read = () => workbench.page.evaluate(() => navigator.clipboard.readText());
    await expectSoon(async () => (await read()).startsWith('curl '), 'Clipboard got no command.');
    const text = await read();
    assert.match(text, /models\/emulator-flash:generateContent/);
    assert.match(text, /"text": ?"Hello"/);
    assert.match(text, /x-goog-api-key: ?"?\$/i);
  });

  it('shows a stream while it grows, until it is cancelled', async () => {
    const operation = 'models.streamGenerateContent';
    await consoled.choose(operation);
    await consoled.pick('models', 'emulator-flash');
    await consoled.written(operation);
    await consoled.send(operation);
    await selectWord(workbench, consoled.request.getByText('"Hello"'));
    // Far more than anybody waits for: how fast the window draws it does not matter.
    await workbench.page.keyboard.insertText('Tell me a story [[tokens:8000]]');
    await workbench.page.keyboard.press('Control+Enter');
    const notice = await noticed(workbench, 'Stream generate content');
    /** @type {Set<number>} */
    const sizes = new Set();
    await expectSoon(async () => {
      const size = await consoled.received();
      if (size !== undefined) sizes.add(size);
      return sizes.size > 2;
    }, 'It never grew.');
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await notice.waitFor({ state: 'detached' });
    await hideNotices(workbench);
    await consoled.answer.getByText(/Canceled/).waitFor();
  });
});
