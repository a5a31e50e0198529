import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../../api/errors';
import { mapConcurrent, Throttle, throwIfAborted } from '../../../base/async';
import { AppError, CancelledError, errorMessage } from '../../../base/errors';
import { isObject, type JsonObject, objectAt, textAt } from '../../../base/json';
import { estimatePrice } from '../../../catalog/priceEstimate';
import type { Conversation } from '../../../conversation/model/conversation';
import { usageOf } from '../../../conversation/model/interaction';
import {
  callInput,
  conversationRequest,
  requireSendable,
  validateMessage,
} from '../../../conversation/request/conversationRequest';
import { requireTarget } from '../../../conversation/request/resolveTarget';
import type { SessionServices } from '../../../conversation/session/context';
import type { Session } from '../../../conversation/session/session';
import { withUserTurn } from '../../../conversation/store/transcript';
import type { Activity, Task } from '../../../platform/activity';
import type { LocalFiles, SourceFile } from '../../../platform/localFiles';
import type { Prompts } from '../../../platform/prompts';
import { safeFileName } from '../../../platform/safeFiles';
import type { OpenSheet, Sheets } from '../../../platform/sheet';
import { openTable, TABLE_EXTENSIONS } from '../../../resources/chunks/openTable';
import { cellText, columnsOf, type SourceRecord } from '../../../resources/chunks/records';
import { type DecidedRow, isWaiting, rowsCsv, rowSheet, type RowsState } from './rowSheet';

export interface RowsDeps {
  readonly services: Pick<SessionServices, 'clients' | 'clock' | 'progress'>;
  readonly activity: Pick<Activity, 'run'>;
  readonly prompts: Pick<Prompts, 'pick' | 'notify'>;
  readonly localFiles: Pick<LocalFiles, 'pick' | 'saveAs'>;
  readonly sheets: () => Promise<Sheets>;
  /** Shows the error of a run. */
  readonly report: (error: unknown) => void;
}

/** One request per row, so larger files exceed the daily quota of most projects. */
const MAX_ROWS = 10_000;
/** In bytes, because all rows stay in memory. */
const MAX_BYTES = 50_000_000;
const PARALLEL = 4;
/** In ms, between updates of the table. */
const PAUSE = 500;

/** Asks for a file and its column, then answers the questions of a conversation for each row. */
export async function decideRows(
  deps: RowsDeps,
  session: Pick<Session, 'conversation' | 'target'>,
): Promise<void> {
  const { prompts, localFiles, services, sheets } = deps;
  const { conversation } = session;
  const target = requireTarget(session.target);
  const asked: Conversation = {
    ...conversation,
    mode: 'decision',
    model: target.model,
    turns: [],
  };
  const sample = validateMessage(withUserTurn(asked, 'text'));
  const { questions } = conversationRequest(sample, target).input.body;
  const title = l10n.t('Decide Rows of File');
  const file = await localFiles.pick({
    title,
    label: l10n.t('Select'),
    filter: { name: l10n.t('Tables'), extensions: TABLE_EXTENSIONS },
  });
  if (!file) return;
  const records = await services.progress(l10n.t('Reading {0}', file.name), (signal) =>
    readAll(file, signal),
  );
  const column = await askForColumn(prompts, title, records);
  if (column === undefined) return;
  const run = new RowDecisions(deps, asked, target, {
    file: file.name,
    columns: columnsOf(records),
    isRunning: false,
    tokens: 0,
    price: 0,
    questions: Object.keys(isObject(questions) ? questions : {}),
    rows: records.map((record) => rowOf(record, column)),
  });
  run.open(await sheets(), `decisions ${conversation.id}`);
  // Not awaited, because the panel's call would stay open until all rows are decided.
  void run.decide().catch(deps.report);
}

async function readAll(file: SourceFile, signal: AbortSignal): Promise<readonly SourceRecord[]> {
  if (file.size > MAX_BYTES) {
    throw new AppError('tooLarge', l10n.t('{0} is too large to read at once.', file.name));
  }
  const table = await openTable(file, signal);
  const records: SourceRecord[] = [];
  for await (const record of table.rows(signal)) {
    throwIfAborted(signal);
    records.push(record);
    if (records.length <= MAX_ROWS) continue;
    throw new AppError(
      'tooManyRows',
      l10n.t('{0} has more than {1} rows.', file.name, MAX_ROWS.toLocaleString('en')),
      { hint: l10n.t('Split the file.') },
    );
  }
  return records;
}

/** The column of the input; null for the whole row. */
type Column = string | null;

const INPUT_NAMES = /^(text|input|message|content|prompt|body)$/i;

async function askForColumn(
  prompts: RowsDeps['prompts'],
  title: string,
  records: readonly SourceRecord[],
): Promise<Column | undefined> {
  const names = columnsOf(records).toSorted(
    (a, b) => Number(INPUT_NAMES.test(b)) - Number(INPUT_NAMES.test(a)),
  );
  const sample = (name: string): string => {
    const cells = records.map(({ value }) => cellText(value?.[name]));
    return (cells.find((cell) => cell !== '') ?? '').replaceAll(/\s+/g, ' ').slice(0, 100);
  };
  const placeholder =
    records.length === 1
      ? l10n.t('Select the input for 1 request')
      : l10n.t('Select the input for {0} requests', records.length.toLocaleString('en'));
  return await prompts.pick<Column>({ title, placeholder }, [
    ...names.map((name) => ({
      label: name,
      value: name,
      icon: 'symbol-field',
      detail: sample(name),
    })),
    {
      label: l10n.t('Whole Row'),
      value: null,
      icon: 'json',
      detail: l10n.t('All columns as JSON'),
    },
  ]);
}

function rowOf({ line, value, problem }: SourceRecord, column: Column): DecidedRow {
  if (!value) {
    const failure = problem ?? l10n.t('The row is not a JSON object.');
    return { line, value: {}, text: '', failure };
  }
  const text = column === null ? JSON.stringify(value) : cellText(value[column]);
  if (text.trim() === '') return { line, value, text, failure: l10n.t('The input is empty.') };
  return { line, value, text };
}

class RowDecisions {
  readonly #deps: RowsDeps;
  readonly #asked: Conversation;
  readonly #target: ReturnType<typeof requireTarget>;
  readonly #closed = new AbortController();
  readonly #updates: Throttle;
  #state: RowsState;
  #rows: DecidedRow[];
  #sheet: OpenSheet | undefined;
  #cancel = new AbortController();

  constructor(
    deps: RowsDeps,
    asked: Conversation,
    target: ReturnType<typeof requireTarget>,
    state: RowsState,
  ) {
    this.#deps = deps;
    this.#asked = asked;
    this.#target = target;
    this.#state = state;
    this.#rows = [...state.rows];
    this.#updates = new Throttle(deps.services.clock, PAUSE, () => this.#show());
  }

  open(sheets: Sheets, key: string): void {
    this.#sheet = sheets.open(
      key,
      rowSheet(this.#state),
      ({ action }) => this.#act(action),
      () => this.#closed.abort(new CancelledError()),
    );
  }

  /** Decides the rows without answers. Stops at errors that aren't about one row. */
  async decide(): Promise<void> {
    if (this.#state.isRunning) return;
    const { activity } = this.#deps;
    const { file } = this.#state;
    this.#cancel = new AbortController();
    this.#change({ isRunning: true });
    this.#updates.flush();
    try {
      await activity.run(l10n.t('Deciding the rows of {0}', file), async (task) => {
        await this.#decideAll(task);
        task.conclude(l10n.t('Decided the rows of {0}', file));
      });
    } finally {
      this.#change({ isRunning: false });
      this.#updates.flush();
    }
  }

  async #decideAll(task: Task): Promise<void> {
    const signal = AbortSignal.any([task.signal, this.#closed.signal, this.#cancel.signal]);
    const client = await this.#deps.services.clients.get(this.#target.connection);
    const waiting = [...this.#rows.entries()].filter(([, row]) => isWaiting(row));
    let done = 0;
    await mapConcurrent(PARALLEL, waiting, async ([at, row]) => {
      throwIfAborted(signal);
      try {
        const built = conversationRequest(withUserTurn(this.#asked, row.text), this.#target);
        requireSendable(built, this.#target.version);
        const answer: JsonObject = await client.call(built.operation, callInput(built), {
          signal,
          version: this.#target.version,
        });
        this.#add(at, row, answer);
      } catch (error) {
        if (!isAboutInput(error)) throw error;
        this.#rows[at] = { ...row, failure: errorMessage(error) };
        this.#updates.trigger();
        // Without any answer, the questions or the model are more likely wrong than this row.
        if (!this.#rows.some(({ answers }) => answers !== undefined)) throw error;
      }
      task.report({ done: ++done, total: waiting.length });
    });
  }

  #add(at: number, row: DecidedRow, answer: JsonObject): void {
    const { tokens, price } = this.#state;
    const usage = usageOf(objectAt(answer, 'usage'));
    const models = [this.#target.model];
    const cost = estimatePrice({ models, usage }, this.#deps.services.clock.now())?.total;
    this.#rows[at] = isObject(answer.answers)
      ? { ...row, answers: answer.answers }
      : { ...row, failure: blockedText(objectAt(answer, 'prompt_feedback')) };
    this.#change({
      tokens: tokens + (usage.totalTokenCount ?? 0),
      price: price === undefined || cost === undefined ? undefined : price + cost,
    });
  }

  async #act(action: string): Promise<void> {
    if (action === 'continue') void this.decide().catch(this.#deps.report);
    else if (action === 'cancel') this.#cancel.abort(new CancelledError());
    else if (action === 'csv') await this.#export();
  }

  async #export(): Promise<void> {
    const { localFiles, prompts } = this.#deps;
    const state = { ...this.#state, rows: [...this.#rows] };
    const target = await localFiles.saveAs({
      title: l10n.t('Export Decisions'),
      name: safeFileName(state.file.replace(/\.[^.]+$/, ''), '.decisions.csv', 'rows'),
      filter: { name: 'CSV', extensions: ['csv'] },
    });
    if (!target) return;
    await target.write(linesOf(state));
    // Not awaited: resolves only when the user dismisses the notification.
    void prompts.notify('info', l10n.t('Saved to {0}.', target.path));
  }

  #change(change: Partial<RowsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#updates.trigger();
  }

  #show(): void {
    this.#state = { ...this.#state, rows: [...this.#rows] };
    this.#sheet?.update(rowSheet(this.#state));
  }
}

async function* linesOf(state: RowsState): AsyncGenerator<string> {
  yield* await Promise.resolve(rowsCsv(state));
}

/** Whether other rows may still succeed. */
function isAboutInput(error: unknown): boolean {
  if (error instanceof ServiceError) return error.reason === 'invalidRequest';
  return error instanceof AppError && error.reason === 'requestTooLarge';
}

function blockedText(feedback: JsonObject): string {
  const reason = textAt(feedback, 'block_reason');
  return reason === ''
    ? l10n.t('The response has no answers.')
    : l10n.t('The input was blocked: {0}.', reason);
}
