import * as l10n from '@vscode/l10n';
import { throwIfAborted } from '../../base/async';
import { csvLine } from '../../base/format';
import { safeFileName } from '../../platform/safeFiles';
import type { ResourceHandler, ResourcesContext } from '../context';
import { notifyDone } from '../notifyDone';
import { type LoadedResults, loadResults } from './loadResults';
import { readRows, type ResultLines } from './resultRows';
import { requestCount } from './plan';
import { keyOf } from './resultIndex';
import { answerText, errorText, requestText, tokenCount } from './resultText';

type Format = 'jsonl' | 'csv';

export const exportResults: ResourceHandler = async (context, targets) => {
  const target = targets.find(({ kind, collection }) => kind === 'batch' && !collection);
  if (target) await exportFrom(context, await loadResults(context, target));
};

export async function exportFrom(context: ResourcesContext, results: LoadedResults): Promise<void> {
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
