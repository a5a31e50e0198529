import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { storeLimits } from '../../api/schema/fieldLimits';
import { systemClock } from '../../base/clock';
import { AppError, CancelledError, messageWithHint } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import { steppedProgress } from '../../platform/progress';
import { promptFileName } from '../../conversation/model/promptFile';
import { fileName } from '../exports/junit';
import { escaped } from '../exports/tables';
import { sourceName } from '../retrieval/retrievalCases';
import type { Source, Sweep, SweptDocument } from '../retrieval/retrievalFile';
import {
  type QuestionResult,
  type RetrievalTotals,
  questionText,
  totalsMarkdown,
} from '../retrieval/retrievalResult';
import type { RetrievalPlan } from '../retrieval/runFiles';
import { totalsOf } from '../retrieval/runRetrieval';
import {
  runSweep,
  type SweepDeps,
  type SweepEvent,
  type SweepQuestion,
  sweepQuestionText,
} from '../retrieval/sweep';
import type { PromptAccess, TestingHost } from './context';
import { beginSweep, endSweep } from './sweepCleanup';

const PARALLEL = 4;
const MAX_SIZES = 20;
const MAX_FILES = 1000;
const TEXTS = '**/*.{md,txt,rst,adoc,html,csv}';
const EXCLUDED = '**/{node_modules,.git,.genlang}/**';

interface SweepAccess {
  readonly host: TestingHost;
  readonly access: Pick<PromptAccess, 'read' | 'resolve'>;
}

type LeftDocumentsEvent = Extract<SweepEvent, { readonly kind: 'left' }>;

/**
 * Prompts for chunk sizes, runs the retrieval tests with each, and shows the metrics, even after errors. Always deletes
 * the temporary documents, or reports those that remain. Throws `CancelledError`.
 */
export async function sweepSizes(plan: RetrievalPlan, access: SweepAccess): Promise<void> {
  const { host } = access;
  const connection = requireConnected(host.connections.active);
  const sweep = await askForSweep(plan, access);
  const client = await host.clients.get(connection.id);
  const mark = randomBytes(8).toString('hex');
  const memory = host.context.workspaceState;
  const results: QuestionResult[] = [];
  const lefts: LeftDocumentsEvent[] = [];
  const title = l10n.t('Comparing chunk sizes');
  let totals: RetrievalTotals | undefined;
  try {
    await steppedProgress(title, async (signal, tell) => {
      const deps: SweepDeps = {
        client,
        clock: systemClock,
        parallel: PARALLEL,
        read: (document) => readText(plan, document, access.access),
        confirm: async (question) => {
          if (!(await confirm(question, plan, sweep, connection.name, host))) return false;
          await beginSweep(memory, { mark, place: question.within, connection: connection.id });
          return true;
        },
        newMark: () => mark,
      };
      const head = { ...plan.head, sweep };
      for await (const event of runSweep(head, plan.questions, deps, signal)) {
        if (event.kind === 'making') {
          tell({ message: l10n.t('{0}: creating temporary documents', event.variant) });
        } else if (event.kind === 'question') {
          results.push(event.result);
          tell({ message: `${event.result.variant}: ${event.result.name}` });
        } else if (event.kind === 'left') lefts.push(event);
        else if (event.kind === 'ended') totals = event.totals;
      }
    });
  } finally {
    // Shows the results before a failure.
    const shown = totals ?? (results.length > 0 ? totalsOf(plan.head, results, true) : undefined);
    if (shown && shown.variants.length > 0) await show(plan, shown, results, host);
    const settled = settle(lefts, mark, host);
    // Not awaited if documents remain, since notifications may stay open.
    if (lefts.length === 0) await settled;
    else settled.catch((error: unknown) => void host.report('chunk-size comparison', error));
    if (totals?.endedEarly && lefts.length === 0) {
      const gone = l10n.t(
        'The chunk-size comparison was canceled, and its temporary documents were deleted.',
      );
      void host.prompts.notify('info', gone);
    }
  }
}

async function show(
  { uri, head }: RetrievalPlan,
  totals: RetrievalTotals,
  results: readonly QuestionResult[],
  { documents }: TestingHost,
): Promise<void> {
  const text = sweepReport({ uri, source: head.source, totals, results });
  const name = l10n.t('Chunk Sizes.md');
  await documents.show({ name, read: () => text });
  await vscode.commands.executeCommand('markdown.showPreview');
}

async function settle(
  lefts: readonly LeftDocumentsEvent[],
  mark: string,
  host: TestingHost,
): Promise<void> {
  const areGone = await Promise.all(lefts.map((left) => reportLeftDocuments(left, host)));
  if (areGone.every((isGone) => isGone)) await endSweep(host.context.workspaceState, mark);
}

/** Reports remaining documents with a button to delete them. Returns whether they were deleted. */
async function reportLeftDocuments(
  { documents, removeAgain }: LeftDocumentsEvent,
  host: TestingHost,
): Promise<boolean> {
  const again = l10n.t('Delete');
  let left = documents;
  while (left.length > 0) {
    const names = left.map(({ name, problem }) => `${name} (${problem})`).join(', ');
    const message = l10n.t(
      'Couldn’t delete temporary documents of a chunk-size comparison: {0}.',
      names,
    );
    host.log.warn(
      `chunk-size comparison: couldn’t delete ${left.map(({ name }) => name).join(', ')}`,
    );
    if ((await host.prompts.notify('error', message, again)) !== again) return false;
    left = await removeAgain();
    if (left.length === 0) {
      void host.prompts.notify('info', l10n.t('Deleted the temporary documents.'));
    }
  }
  return true;
}

async function confirm(
  question: SweepQuestion,
  { questions }: RetrievalPlan,
  { documents }: Sweep,
  connection: string,
  { prompts }: TestingHost,
): Promise<boolean> {
  const names = documents.map(({ path, title }) => title ?? promptFileName(path)).join(', ');
  const detail = [
    l10n.t('Documents sent to {0}: {1}.', connection, names),
    l10n.t('Questions to run: {0}.', questions.length * question.sizes.length),
    l10n.t('The documents are deleted even if you cancel or an error occurs.'),
  ].join(' ');
  const sweep = l10n.t('Compare');
  const message = sweepQuestionText(question);
  return (await prompts.confirm(message, { detail, actions: [sweep] })) === sweep;
}

/** Prompts for sizes, overlaps, and texts, with defaults from the file. Throws `CancelledError`. */
async function askForSweep(plan: RetrievalPlan, { host }: SweepAccess): Promise<Sweep> {
  const { sweep } = plan.head;
  const title = l10n.t('Compare Chunk Sizes');
  const most = storeLimits.tokensPerChunk;
  const ask = async (prompt: string, value: string, least: number): Promise<readonly number[]> => {
    const text = await host.prompts.input({
      title,
      prompt,
      value,
      validate: (given) =>
        numbersIn(given, least, most)
          ? undefined
          : l10n.t('Up to {0} whole numbers from {1} to {2}.', MAX_SIZES, least, most),
    });
    if (text === undefined) throw new CancelledError();
    return numbersIn(text, least, most) ?? [];
  };
  const { sizes: proposed = [64, 128, 256], overlaps: proposedOverlaps = [0] } = sweep ?? {};
  const documents = sweep?.documents ?? (await askForTexts(title, host));
  const sizes = await ask(l10n.t('Words per chunk, such as 64, 128'), proposed.join(', '), 1);
  const overlaps = await ask(
    l10n.t('Words of overlap between chunks, or 0 for none'),
    proposedOverlaps.join(', '),
    0,
  );
  const smallest = Math.min(...overlaps);
  if (sizes.some((size) => size > smallest)) return { documents, sizes, overlaps };
  throw new AppError('badSizes', l10n.t('Chunks must be longer than their overlap.'));
}

/** Parses a number list. Undefined if invalid. */
function numbersIn(text: string, least: number, most: number): readonly number[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = [...new Set(words.map(Number))];
  const isFine = numbers.every((one) => Number.isInteger(one) && one >= least && one <= most);
  return isFine && numbers.length > 0 && numbers.length <= MAX_SIZES ? numbers : undefined;
}

async function askForTexts(title: string, { prompts }: TestingHost): Promise<Sweep['documents']> {
  const { workspace } = vscode;
  const found = await workspace.findFiles(TEXTS, EXCLUDED, MAX_FILES);
  if (found.length === 0) {
    throw new AppError('noTexts', l10n.t('This workspace has no text files to split into chunks.'));
  }
  const rows = found
    .map((uri) => ({ label: workspace.asRelativePath(uri), uri }))
    .sort((one, other) => one.label.localeCompare(other.label))
    .map(({ label, uri }) => ({
      label,
      checked: false,
      value: { path: uri.toString(), title: promptFileName(uri.toString()) },
    }));
  const placeholder = l10n.t('Select the text files to split into chunks');
  const chosen = await prompts.pickMany({ title, placeholder }, rows);
  if (!chosen || chosen.length === 0) throw new CancelledError();
  return chosen;
}

/** Reads a text that the file refers to, or the user selected. */
async function readText(
  { uri }: RetrievalPlan,
  { path }: SweptDocument,
  access: SweepAccess['access'],
): Promise<string> {
  const isChosen = /^[a-z][\w+.-]*:/i.test(path);
  const address = isChosen ? path : await access.resolve(uri, path);
  if (address === undefined) {
    throw new AppError('outside', l10n.t('“{0}” is outside the workspace.', path));
  }
  try {
    const text = await access.read(address);
    if (text !== undefined) return text;
  } catch (error) {
    const why = messageWithHint(error);
    throw new AppError('notReadable', l10n.t('Couldn’t read “{0}”: {1}', path, why));
  }
  throw new AppError('noFile', l10n.t('“{0}” doesn’t exist.', path));
}

interface SweepFacts {
  readonly uri: string;
  readonly source: Source;
  readonly totals: RetrievalTotals;
  readonly results: readonly QuestionResult[];
}

const MARKS = { pass: '✅', fail: '❌', notMeasured: '⚪', inconclusive: '⚪' } as const;

/** Formats the results as Markdown: means per size, and each test with each size. */
function sweepReport({ uri, source, totals, results }: SweepFacts): string {
  const variants = totals.variants.map(({ variant }) => variant);
  const byQuestion = [...Map.groupBy(results, ({ name }) => name)];
  const rows = [
    [l10n.t('Question'), ...variants.map(escaped)],
    ['---', ...variants.map(() => '---')],
    ...byQuestion.map(([name, own]) => [
      escaped(name),
      ...variants.map((variant) => {
        const found = own.find((one) => one.variant === variant);
        return found ? MARKS[found.verdict] : '';
      }),
    ]),
  ];
  const unmet = results
    .filter(({ verdict }) => verdict !== 'pass')
    .map((one) => {
      const label = escaped(`${one.name} [${one.variant}]`);
      return `- ${MARKS[one.verdict]} ${label}: ${escaped(questionText(one, totals.isCited))}`;
    });
  const parts = [
    `# ${l10n.t('Chunk sizes')}: ${escaped(fileName(uri))}`,
    l10n.t('Searched in {0}.', escaped(sourceName(source))),
    ...(totals.endedEarly
      ? [l10n.t('The comparison stopped early. Partial results are shown.')]
      : []),
    totalsMarkdown(totals).trimEnd(),
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(unmet.length > 0 ? [`## ${l10n.t('Failures and errors')}\n\n${unmet.join('\n')}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
