import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Console } from './support/console.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { hideNotices, noticed } from './support/notices.mjs';
import { answer, closeEditors, openFile, question, quickInput } from './support/prompts.mjs';
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

  it('sends at once what needs no body: a get', async () => {
    await workbench.palette('Generative Language: Run Operation…');
    await quickInput(workbench).getByText('models.get').first().waitFor();
    await workbench.screenshot('console-operations');
    await workbench.page.keyboard.press('Escape');
    await consoled.choose('models.get');
    await quickInput(workbench).getByText('choose from models').waitFor();
    await workbench.screenshot('console-resources');
    await consoled.pick('models', 'emulator-pro');
    await workbench.page.getByText('"models/emulator-pro"').first().waitFor();
    await workbench.screenshot('console-get');
    await closeAll();
  });

  it('sends a request that was saved: a list with a query', async () => {
    await openFile(workbench, 'two-models.json');
    await consoled.written('models.list');
    await consoled.send('models.list');
    await consoled.answer.getByText('GET /v1beta/models?pageSize=2').waitFor();
    await consoled.answer.getByText('"models/emulator-pro"').waitFor();
    await workbench.screenshot('console-list');
  });

  it('shows an answer in every kind of theme: generate', async () => {
    await consoled.choose('models.generateContent');
    await consoled.pick('models', 'emulator-flash');
    await consoled.written('models.generateContent');
    await workbench.screenshot('console-request');
    await consoled.send('models.generateContent');
    await consoled.answer.getByText('"candidates"').waitFor();
    await workbench.screenshot('console-dark');
    await workbench.chooseTheme('light');
    await workbench.screenshot('console-light');
    await workbench.chooseTheme('hc-black');
    await workbench.screenshot('console-hc-black');
    await workbench.chooseTheme('dark');
  });

  it('copies it as curl, from above its first line', async () => {
    await consoled.left.getByText('Copy as curl').click();
    const read = () => workbench.page.evaluate(() => navigator.clipboard.readText());
    await expectSoon(
      async () => (await read()).startsWith('curl '),
      'The clipboard got no command.',
    );
    const text = await read();
    assert.match(text, /models\/emulator-flash:generateContent/);
    assert.match(text, /"text": ?"Hello"/);
    assert.match(text, /x-goog-api-key: ?"?\$/i);
  });

  it('compares the answers of two versions', async () => {
    await consoled.left.getByText('Compare Versions…').click();
    await quickInput(workbench).getByText('Compare v1beta with').waitFor();
    await workbench.screenshot('console-versions');
    await quickInput(workbench).getByText('v1', { exact: true }).click();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.page
      .locator('.tab')
      .filter({ hasText: 'v1beta (200) ↔ v1 (200)' })
      .first()
      .waitFor();
    await workbench.screenshot('console-compare');
    await closeAll();
  });

  // Not the last one: VS Code starts a server for Markdown then, which has to be up to end with the window.
  it('opens the discovery document of the emulator, from which nothing differs', async () => {
    await workbench.palette('Generative Language: Open Discovery Document…');
    await quickInput(workbench).getByText('Open the discovery document of').waitFor();
    await quickInput(workbench).getByText('v1beta', { exact: true }).click();
    await workbench.page.getByText('Nothing differs.').waitFor();
    await workbench.screenshot('console-discovery');
    await closeAll();
  });

  it('shows a stream while it grows, until it is cancelled', async () => {
    const operation = 'models.streamGenerateContent';
    await consoled.choose(operation);
    await consoled.pick('models', 'emulator-flash');
    await consoled.written(operation);
    await consoled.send(operation);
    await workbench.screenshot('console-stream');
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
    await workbench.screenshot('console-stream-growing');
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await notice.waitFor({ state: 'detached' });
    await hideNotices(workbench);
    await consoled.answer.getByText(/Cancelled/).waitFor();
    await workbench.screenshot('console-stream-cancelled');
  });

  it('sends several at once: embed', async () => {
    await consoled.choose('models.batchEmbedContents');
    await consoled.pick('models', 'emulator-embedding');
    await consoled.written('models.batchEmbedContents');
    await consoled.send('models.batchEmbedContents');
    await consoled.answer.getByText('"embeddings"').waitFor();
    await workbench.screenshot('console-embed');
  });

  it('creates', async () => {
    await consoled.choose('corpora.create');
    await consoled.written('corpora.create');
    await consoled.send('corpora.create');
    await consoled.answer.getByText('"My corpus"').waitFor();
    await workbench.screenshot('console-create');
  });

  it('changes what a mask names, beginning with what is there', async () => {
    await consoled.choose('corpora.documents.patch');
    await consoled.pick('corpora', 'Field notes');
    await consoled.pick('documents of corpora/field-notes', 'Spring migration');
    await consoled.written('corpora.documents.patch');
    await consoled.request.getByText('"Spring migration"').waitFor();
    await consoled.send('corpora.documents.patch');
    await consoled.answer.getByText(/PATCH\s.*updateMask=displayName/).waitFor();
    await workbench.screenshot('console-patch');
  });

  it('asks before what is dangerous: a delete', async () => {
    await consoled.choose('files.delete');
    await consoled.pick('files', 'files/log-book');
    await question(workbench, 'files/log-book').waitFor();
    await workbench.screenshot('console-delete');
    await answer(workbench, 'files/log-book', 'Delete');
    await consoled.answered('files.delete');
  });

  it('searches a corpus, and answers from passages', async () => {
    await consoled.choose('corpora.query');
    await consoled.pick('corpora', 'Field notes');
    await consoled.written('corpora.query');
    await consoled.send('corpora.query');
    await consoled.answer.getByText('"relevantChunks"').waitFor();
    await workbench.screenshot('console-query');
    await consoled.choose('models.generateAnswer');
    await consoled.pick('models', 'models/aqa');
    await consoled.written('models.generateAnswer');
    await consoled.send('models.generateAnswer');
    await consoled.answer.getByText('"answerableProbability"').waitFor();
    await workbench.screenshot('console-aqa');
  });

  it('uploads', async () => {
    await consoled.choose('media.upload');
    await consoled.written('media.upload');
    await consoled.send('media.upload');
    await consoled.answer.getByText('POST /upload/v1beta/files').waitFor();
    await workbench.screenshot('console-upload');
  });

  it('marks what is wrong in a request, until it is sent right', async () => {
    await consoled.choose('models.countTokens');
    await consoled.pick('models', 'emulator-flash');
    await consoled.written('models.countTokens');
    await consoled.request.getByText('"Hello"').click();
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.insertText('"txet": "Hi", ');
    await consoled.send('models.countTokens', '400 Bad Request');
    await consoled.left.locator('.squiggly-error').first().waitFor();
    await workbench.palette('Go to Next Problem (Error, Warning, Info)');
    await consoled.left
      .getByText(/Unknown name "txet"/)
      .first()
      .waitFor();
    await workbench.screenshot('console-squiggle');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.press('Shift+End');
    await workbench.page.keyboard.press('Delete');
    await workbench.page.keyboard.insertText('"text": "Hello"');
    await consoled.send('models.countTokens');
    await consoled.left.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await closeAll();
  });
});
