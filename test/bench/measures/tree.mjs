import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openWorkbench } from '../../harness/workbench.mjs';
import { startGateway } from '../../ui/support/gateway.mjs';
import { foldModels, modelRow } from '../../ui/support/steps.mjs';
import { startEmulator } from '../emulator/process.mjs';
import { lowest } from '../verdict.mjs';
import { DRIVE, FIGURES, probedExtension } from '../window/probedExtension.mjs';
import { watchRow, whenSeen } from '../window/rowWatcher.mjs';

/** Rows that are loaded of each collection, and of how many. */
const LOADED = 10_000;
const CHUNKS = 100_000;
const DOCUMENTS = 10_000;
const CHUNK_PAGE = 100;
const DOCUMENT_PAGE = 20;

/** Until the window has started, and until what was drawn is quiet, in ms. */
const SETTLING = 5_000;
const QUIET = 1_000;

const CONNECTION = 'bench001';
const CORPUS = 'corpora/numbered';
const DOCUMENT = `${CORPUS}/documents/numbered-00001`;

/**
 * The tree in a real window. Times in ms.
 * @typedef {object} TreeFigures
 * @property {number} firstRow Of the slowest list: from the last bytes of its first page until its first row is seen.
 * @property {number} firstCalls Pages that were fetched for it.
 * @property {number} mostRows Below one row.
 * @property {number} more From the page of a “Load more” until its first row is seen.
 * @property {number} moreItems
 * @property {number} rangeItems
 * @property {number} chunksGrowth Time for all, in terms of twice the time for the first half.
 * @property {number} documentsGrowth
 * @property {number} change From a change of one row until it is seen.
 * @property {number} changeItems
 * @property {number} hiddenLists
 * @property {number} memory
 * @property {number} errors
 */

/** @typedef {import('../window/treeProbe.mjs').Asked} Asked */

/** @param {string} kind @param {string} name */
const ref = (kind, name) => ({ connection: CONNECTION, version: 'v1beta', kind, name });
const corpora = { ...ref('corpus', ''), collection: true };
const documents = { ...ref('document', CORPUS), collection: true };
const chunks = { ...ref('chunk', DOCUMENT), collection: true };

/** @param {number} number */
const chunkText = (number) => `Numbered chunk ${String(number).padStart(6, '0')}.`;

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<TreeFigures>}
 */
export async function measureTree({ rounds, progress }) {
  const numbered = ['--documents', String(DOCUMENTS), '--chunks', String(CHUNKS)];
  const emulator = await startEmulator(['--seed', 'empty', ...numbered]);
  const gateway = await startGateway(emulator);
  const { endpoint } = gateway;
  const connection = { id: CONNECTION, name: 'Bench', endpoint, auth: 'none' };
  const workbench = await openWorkbench({
    source: await probedExtension(),
    size: { width: 1280, height: 900 },
    settings: {
      'generativeLanguage.connections': [connection],
      'generativeLanguage.activeConnection': CONNECTION,
    },
  });
  try {
    // What VS Code itself does at its start is not ours.
    await pause(SETTLING);
    await workbench.openView();
    await foldModels(workbench);
    await workbench.palette(DRIVE);
    return await new TreeMeasure(workbench, await portOfDriver(), rounds, progress).run();
  } finally {
    await workbench.close();
    await gateway.stop();
    await emulator.stop();
  }
}

/** @returns {Promise<number>} As the command writes it that was just called. */
async function portOfDriver() {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = await readFile(FIGURES, 'utf8').then(
      (text) => JSON.parse(text).port,
      () => undefined,
    );
    if (port !== undefined) return port;
    await pause(100);
  }
  throw new Error('The extension host does not say where it listens.');
}

class TreeMeasure {
  #firstRow = 0;
  #firstCalls = 0;
  #mostRows = 0;

  /**
   * @param {import('../../harness/workbench.mjs').Workbench} workbench
   * @param {number} port
   * @param {number} rounds
   * @param {(text: string) => void} progress
   */
  constructor(workbench, port, rounds, progress) {
    this.workbench = workbench;
    this.port = port;
    this.rounds = rounds;
    this.progress = progress;
  }

  /** @returns {Promise<TreeFigures>} */
  async run() {
    await this.#measureFirstRow('Corpora', 'Numbered', corpora);
    await this.#open('Numbered', 'Documents');
    await this.#measureFirstRow('Documents', 'Numbered 00001', documents);
    const before = await this.#asked();
    await this.#measureFirstRow('Numbered 00001', chunkText(1), chunks);
    await this.#do('loadMore', { ref: chunks, pages: 2 });
    await pause(QUIET);
    const { memory } = await this.#asked();
    this.progress('10 000 chunks');
    const chunksGrowth = await this.#growth(chunks, CHUNK_PAGE, 3);
    await pause(QUIET);
    const more = await this.#measureMore();
    const change = await this.#measureChange();
    const hiddenLists = await this.#measureHidden();
    await this.#close('Numbered 00001');
    this.progress('10 000 documents');
    const documentsGrowth = await this.#growth(documents, DOCUMENT_PAGE, 1);
    await pause(QUIET);
    await this.#asked();
    const errors = this.workbench.consoleLines.filter((line) =>
      /call stack|already registered|TreeError/i.test(line),
    );
    return {
      firstRow: this.#firstRow,
      firstCalls: this.#firstCalls,
      mostRows: this.#mostRows,
      ...more,
      chunksGrowth,
      documentsGrowth,
      ...change,
      hiddenLists,
      memory: memory - before.memory,
      errors: errors.length,
    };
  }

  /**
   * The best of some, noise being one-sided, of the slowest list; of calls the most.
   * @param {string} label
   * @param {string} first Its first row.
   * @param {object} collection
   */
  async #measureFirstRow(label, first, collection) {
    const times = [];
    for (let round = 0; round < this.rounds; round += 1) {
      if (round > 0) {
        await this.#close(label);
        await this.#do('invalidate', { ref: collection });
        await pause(QUIET);
      }
      await this.#asked();
      const seen = await this.#open(label, first);
      const { pages } = await this.#asked();
      const [page] = pages;
      times.push(seen - (page?.at ?? NaN));
      this.#firstCalls = Math.max(this.#firstCalls, pages.length);
    }
    this.#firstRow = Math.max(this.#firstRow, lowest(times));
  }

  /**
   * @param {object} collection
   * @param {number} size Of a page.
   * @param {number} loaded Pages that are there.
   */
  async #growth(collection, size, loaded) {
    const pages = LOADED / size - loaded;
    /** @type {readonly number[]} */
    const times = await this.#do('loadMore', { ref: collection, pages });
    const sum = (/** @type {readonly number[]} */ some) => some.reduce((one, other) => one + other);
    const half = Math.floor(pages / 2);
    return sum(times) / pages / (sum(times.slice(0, half)) / half);
  }

  /** Back by some pages, so that the last range is full after them. */
  async #measureMore() {
    await this.#key('End');
    await this.#asked();
    // The first one that needs a range of its own.
    await modelRow(this.workbench, 'Load more').click();
    await this.#row('10,001 – 10,100').waitFor();
    await pause(QUIET);
    const { items: rangeItems } = await this.#asked();
    await this.#do('loadMore', { ref: chunks, pages: 10 - 1 - this.rounds });
    await pause(QUIET);
    await this.#row('10,001 – ').locator('.monaco-tl-twistie').click();
    await pause(QUIET);
    const times = [];
    let moreItems = 0;
    for (let round = 0; round < this.rounds; round += 1) {
      await this.#key('End');
      await this.#asked();
      const loaded = LOADED + (10 - this.rounds + round) * CHUNK_PAGE;
      await this.workbench.page.evaluate(watchRow, chunkText(loaded + 1));
      await modelRow(this.workbench, 'Load more').click();
      const seen = await this.workbench.page.evaluate(whenSeen);
      await pause(QUIET);
      const { items, pages } = await this.#asked();
      times.push(seen - (pages[0]?.at ?? NaN));
      moreItems = Math.max(moreItems, items);
    }
    return { more: lowest(times), moreItems, rangeItems };
  }

  async #measureChange() {
    await this.#key('End');
    const { name, ...place } = ref('chunk', `${DOCUMENT}/chunks/numbered-011000`);
    const times = [];
    let changeItems = 0;
    for (let round = 0; round < this.rounds; round += 1) {
      const text = `Changed in round ${round}.`;
      await this.#asked();
      await this.workbench.page.evaluate(watchRow, text);
      const value = { name, data: { stringValue: text } };
      const at = await this.#do('merge', { ref: { ...place, name }, value });
      times.push((await this.workbench.page.evaluate(whenSeen)) - at);
      await pause(QUIET);
      changeItems = Math.max(changeItems, (await this.#asked()).items);
    }
    return { change: lowest(times), changeItems };
  }

  async #measureHidden() {
    await this.workbench.openView('Explorer');
    await pause(QUIET);
    await this.#asked();
    const { name, ...place } = ref('chunk', `${DOCUMENT}/chunks/numbered-010999`);
    await this.#do('merge', { ref: { ...place, name }, value: { name } });
    await this.#do('loadMore', { ref: chunks, pages: 1 });
    await pause(QUIET);
    const { lists } = await this.#asked();
    await this.workbench.openView();
    await this.workbench.page.locator('.part.sidebar .monaco-list-row').first().waitFor();
    return lists;
  }

  /** Rows that were asked for, and what else, since the last time. @returns {Promise<Asked>} */
  async #asked() {
    /** @type {Asked} */
    const asked = await this.#do('asked');
    this.#mostRows = Math.max(this.#mostRows, asked.most);
    return asked;
  }

  /**
   * @param {string} label
   * @param {string} first What it shows then.
   * @returns {Promise<number>} When that was seen, in ms since 1970.
   */
  async #open(label, first) {
    await this.workbench.page.evaluate(watchRow, first);
    await this.#row(label).locator('.monaco-tl-twistie').click();
    return await this.workbench.page.evaluate(whenSeen);
  }

  /** @param {string} label */
  async #close(label) {
    await this.#key('Home');
    await this.#row(label).locator('.monaco-tl-twistie').click();
    await pause(QUIET);
  }

  /** @param {string} key For the tree. */
  async #key(key) {
    await this.workbench.page.locator('.part.sidebar .monaco-list').first().focus();
    await this.workbench.page.keyboard.press(key);
    await pause(QUIET);
  }

  /** @param {string} label The whole one, or its beginning up to a space. */
  #row(label) {
    const { page } = this.workbench;
    const text = page.getByText(label, { exact: !label.endsWith(' ') });
    return page.locator('.part.sidebar .monaco-list-row').filter({ has: text }).first();
  }

  /**
   * @param {string} action
   * @param {object} [input]
   * @returns {Promise<any>}
   */
  async #do(action, input = {}) {
    const body = JSON.stringify({ action, ...input });
    const response = await fetch(`http://127.0.0.1:${this.port}`, { method: 'POST', body });
    return (await response.json()).result;
  }
}
