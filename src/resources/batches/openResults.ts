import * as l10n from '@vscode/l10n';
import { AppError, CancelledError } from '../../base/errors';
import { throwIfAborted } from '../../base/async';
import { csvLine } from '../../base/format';
import { refKey, type ResourceRef } from '../../catalog/ref';
import { safeFileName } from '../../platform/safeFiles';
import type { OpenSheet, SheetAction } from '../../platform/sheet';
import { notifyDone, type ResourceHandler, type ResourcesContext } from '../context';
import {
  type LoadedResults,
  loadResults,
  readRows,
  type ResultLines,
  withRequests,
} from './loadResults';
import { FAILED, resubmitRows } from './createBatch';
import { requestCount } from './plan';
import { keyOf, RESULT_STATES } from './resultIndex';
import {
  answerText,
  errorText,
  PAGE,
  requestText,
  resultSheet,
  type ResultView,
  tokenCount,
} from './resultSheet';

export const openResults: ResourceHandler = async (context, targets) => {
  const target = targets.find(({ kind, collection }) => kind === 'batch' && !collection);
  if (!target) return;
  const results = await loadResults(context, target);
  await new ResultPanel(context, target, results).show({});
};

const SEARCHED = 500;

class ResultPanel {
  readonly #context: ResourcesContext;
  readonly #closed = new AbortController();
  readonly #sheet: OpenSheet;
  #view: ResultView;

  constructor(context: ResourcesContext, target: ResourceRef, results: LoadedResults) {
    this.#context = context;
    this.#view = {
      results,
      states: RESULT_STATES,
      words: '',
      rows: results.index.rowsIn(RESULT_STATES),
      from: 0,
      page: [],
      isBusy: true,
    };
    this.#sheet = context.sheets.open(
      `batch ${refKey(target)}`,
      resultSheet(this.#view),
      (action) => this.#act(action),
      () => this.#closed.abort(new CancelledError()),
    );
  }

  async show(
    change: Partial<Pick<ResultView, 'results' | 'states' | 'words' | 'from'>>,
  ): Promise<void> {
    const former = this.#view;
    const next = { ...former, ...change };
    this.#draw({ ...former, isBusy: true });
    try {
      const isSame = Object.keys(change).every((name) => name === 'from');
      const rows = isSame ? former.rows : await this.#rowsOf(next);
      const from = isSame ? next.from : 0;
      const page = await readRows(next.results, rows.slice(from, from + PAGE), this.#closed.signal);
      this.#draw({ ...next, rows, from, page, isBusy: false });
    } catch (error) {
      this.#draw({ ...former, isBusy: false });
      throw error;
    }
  }

  #draw(view: ResultView): void {
    this.#view = view;
    this.#sheet.update(resultSheet(view));
  }

  async #rowsOf({ results, states, words }: ResultView): Promise<readonly number[]> {
    const rows = results.index.rowsIn(states);
    if (words === '') return rows;
    const { progress } = this.#context;
    const wanted = words.toLowerCase();
    return await progress(l10n.t('Looking for “{0}”', words), async (signal) => {
      const found: number[] = [];
      for (let at = 0; at < rows.length; at += SEARCHED) {
        throwIfAborted(signal);
        const lines = await readRows(results, rows.slice(at, at + SEARCHED), signal);
        for (const { row, request, answer } of lines) {
          const text = JSON.stringify([request ?? null, answer ?? null]);
          if (text.toLowerCase().includes(wanted)) found.push(row);
        }
      }
      return found;
    });
  }

  async #act({ action, rows }: SheetAction): Promise<void> {
    const { results, states, from } = this.#view;
    const chosen = rows.map(Number).filter((row) => row >= 0 && row < results.index.length);
    switch (action) {
      case 'filter': {
        const isAll = states.length === RESULT_STATES.length;
        const bad = RESULT_STATES.filter((state) => state !== 'answered');
        await this.show({ states: isAll ? bad : RESULT_STATES });
        break;
      }
      case 'find':
        await this.#find();
        break;
      case 'next':
        await this.show({ from: from + PAGE });
        break;
      case 'previous':
        await this.show({ from: Math.max(0, from - PAGE) });
        break;
      case 'open':
        await this.#open(chosen);
        break;
      case 'resubmit':
        await resubmitRows(this.#context, results, chosen);
        break;
      case 'resubmitFailed':
        await resubmitRows(this.#context, results, results.index.rowsIn(FAILED));
        break;
      case 'addRequests':
        await this.#addRequests();
        break;
      case 'export':
        await exportFrom(this.#context, results);
        break;
    }
  }

  async #find(): Promise<void> {
    const { prompts } = this.#context;
    if (this.#view.words !== '') {
      await this.show({ words: '' });
      return;
    }
    const words = await prompts.input({
      title: l10n.t('Find in Results'),
      prompt: l10n.t('Enter text to find in requests or responses (case-insensitive)'),
    });
    if (words !== undefined && words.trim() !== '') await this.show({ words: words.trim() });
  }

  async #open([row]: readonly number[]): Promise<void> {
    if (row === undefined) return;
    const { documents } = this.#context;
    const [lines] = await readRows(this.#view.results, [row], this.#closed.signal);
    const key = keyOf(lines?.request ?? {}) || keyOf(lines?.answer ?? {});
    let isBeside = false;
    for (const part of ['request', 'answer'] as const) {
      const line = lines?.[part];
      if (!line) continue;
      const text = `${JSON.stringify(line, undefined, 2)}\n`;
      const name = safeFileName(key, `.${part}.json`, String(row + 1));
      await documents.show({ name, read: () => text }, { beside: isBeside });
      isBeside = true;
    }
  }

  async #addRequests(): Promise<void> {
    const { localFiles } = this.#context;
    const file = await localFiles.pick({
      title: l10n.t('Select Requests File'),
      label: l10n.t('Add'),
      filter: { name: l10n.t('JSON lines'), extensions: ['jsonl', 'ndjson'] },
    });
    if (!file) return;
    if (file.size === 0) {
      throw new AppError('emptySource', l10n.t('The file is empty.'));
    }
    await this.show({
      results: await withRequests(this.#context, this.#view.results, file.read()),
    });
  }
}

type Format = 'jsonl' | 'csv';

export const exportResults: ResourceHandler = async (context, targets) => {
  const target = targets.find(({ kind, collection }) => kind === 'batch' && !collection);
  if (target) await exportFrom(context, await loadResults(context, target));
};

async function exportFrom(context: ResourcesContext, results: LoadedResults): Promise<void> {
  const { prompts, localFiles, activity } = context;
  const { label, index } = results;
  const title = l10n.t('Export Results of {0}', label);
  const format = await prompts.pick<Format>({ title }, [
    {
      label: l10n.t('JSON Lines'),
      icon: 'json',
      value: 'jsonl',
      detail: l10n.t('Full requests and responses, one per line'),
    },
    {
      label: 'CSV',
      icon: 'table',
      value: 'csv',
      detail: l10n.t('Key, state, text, and tokens, for spreadsheets'),
    },
  ]);
  if (format === undefined) return;
  const target = await localFiles.saveAs({
    title,
    name: safeFileName(label, `.results.${format}`, 'batch'),
    filter: {
      name: format === 'csv' ? 'CSV' : l10n.t('JSON lines'),
      extensions: [format],
    },
  });
  if (!target) return;
  const began = context.clock.monotonic();
  await activity.run(l10n.t('Exporting the results of {0}', label), async (task) => {
    const onRow = (done: number): void => task.report({ done, total: index.length });
    await target.write(exportTexts(results, format, onRow, task.signal), task.signal);
    task.conclude(l10n.t('Exported the results of {0}: {1}', label, requestCount(index.length)));
  });
  notifyDone(context, began, l10n.t('Exported to {0}', target.path));
}

const MAX_CONCURRENT = 200;

const TITLES = ['key', 'state', 'request', 'answer', 'error', 'tokens'];

/** Yields the exported text. CSV headers aren't localized, because programs read them. */
async function* exportTexts(
  results: LoadedResults,
  format: Format,
  onRow: (done: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  if (format === 'csv') yield csvLine(TITLES);
  const { length } = results.index;
  for (let at = 0; at < length; at += MAX_CONCURRENT) {
    throwIfAborted(signal);
    const count = Math.min(MAX_CONCURRENT, length - at);
    const rows = await readRows(
      results,
      Array.from({ length: count }, (_, row) => at + row),
      signal,
    );
    onRow(at + count);
    yield rows.map((row) => (format === 'csv' ? csvRow(row, results) : jsonRow(row))).join('');
  }
}

function jsonRow({ request, answer }: ResultLines): string {
  return `${JSON.stringify({ ...request, ...answer })}\n`;
}

function csvRow({ row, request = {}, answer = {} }: ResultLines, { index }: LoadedResults): string {
  const error = errorText(answer);
  return csvLine([
    keyOf(request) || keyOf(answer),
    index.at(row).state,
    requestText(request),
    error === '' ? answerText(answer) : '',
    error,
    String(tokenCount(answer) ?? ''),
  ]);
}
