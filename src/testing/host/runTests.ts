import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Client } from '../../api/call';
import { systemClock } from '../../base/clock';
import { decimal, dollarsText } from '../../base/format';
import { requireConnected } from '../../platform/errors';
import type { PromptFile, PromptMessage } from '../../conversation/model/promptFile';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import { type NumberSettings, numberSetting } from '../../service/numberSetting';
import type { Budget, BudgetQuestion } from '../budget';
import { createTools } from '../createTools';
import type { VerdictStore } from '../judge';
import { addedTotals, NO_TOTALS } from '../gatherRun';
import { CodeConsent, type CodeQuestion } from '../codeConsent';
import type { PlannedCase } from '../plan';
import type { TestFiles } from '../planFile';
import type { RunEvent, RunResult, RunTotals } from '../result';
import { sourceName } from '../retrieval/retrievalCases';
import type { RetrievalTotals } from '../retrieval/retrievalResult';
import { type RunFilesOptions, runRetrievalFiles } from '../retrieval/runFiles';
import { runCases, type RunDeps } from '../runCases';
import type { AgreedAccess, PromptAccess, TestingHost } from './context';
import { requestedFiles, type QuestionTest, type TestPart, testParts } from './plannedTest';
import { endRecording, type RecordingMode, recordedClient, recordingsFor } from './profiles';
import type { RunJournal } from './runJournal';
import type { TestReport } from './testReport';

const PARALLEL = 4;

interface TestRunDeps {
  readonly host: TestingHost;
  readonly access: PromptAccess;
  readonly settings: NumberSettings;
  readonly journal: RunJournal;
  readonly files: TestFiles;
  readonly verdicts: VerdictStore;
}

interface WantedRun {
  readonly profile: string;
  readonly cases: readonly PlannedCase[];
  /** Retrieval tests run after test cases. */
  readonly questions: readonly QuestionTest[];
  readonly recorded?: RecordingMode;
  /** Resource name of a model whose test cases use recordings only. */
  readonly replayed?: string | undefined;
}

/**
 * Runs tests with the current connection and reports results. Prompts first to allow attachments and tools, and before
 * exceeding the budget. Throws `AppError` if the run can't start.
 */
export async function runTests(
  wanted: WantedRun,
  deps: TestRunDeps,
  report: TestReport,
  signal: AbortSignal,
): Promise<string> {
  const { profile, cases, questions, recorded, replayed } = wanted;
  const { host, access, journal, files, verdicts } = deps;
  access.requireTrust();
  const { connections } = host;
  const isOffline = recorded === 'offline';
  const used = isOffline ? connections.find(EMULATOR_ID) : connections.active;
  const connection = requireConnected(used);
  const agreed = await agreeAll(cases, access);
  const parts = await openParts(wanted, connection, host);
  const sources = questions.map(({ plan }) => sourceName(plan.head.source));
  const models = [...new Set([...cases.map(({ variant }) => variant.model), ...sources])];
  const facts = {
    startedAt: systemClock.now(),
    profile,
    connection: connection.name,
    models,
    ...(replayed !== undefined && { replayed }),
  };
  const run = await journal.begin(facts);
  report.begin(run);
  const budget = new PartBudget(connection.id === EMULATOR_ID ? undefined : budgetOf(deps));
  const consent = new CodeConsent(cases, files, (question) => askForCode(deps, question));
  const ended = { totals: NO_TOTALS, endedEarly: undefined as RunResult['endedEarly'] };
  // Without replayed responses.
  let paid = NO_TOTALS;
  let isReplaying = false;
  const endedBy = (): RunResult['endedEarly'] => ended.endedEarly;
  const take = (event: RunEvent): void => {
    if (event.kind === 'started') report.started(event.id);
    else if (event.kind === 'attempt') report.attempt(event.id, event.attempt);
    else if (event.kind === 'case') {
      journal.add(run, event.result);
      report.result(event.result);
    } else {
      ended.totals = addedTotals(ended.totals, event.totals);
      if (!isReplaying) paid = addedTotals(paid, event.totals);
      ended.endedEarly ??= event.endedEarly;
    }
  };
  try {
    for (const { client, isReplayed, ...part } of parts) {
      if (endedBy()) break;
      isReplaying = isReplayed;
      const asking = { client, clock: systemClock, log: host.log };
      const runDeps: RunDeps = {
        ...asking,
        parallel: PARALLEL,
        ...(isReplayed ? {} : budget.after(paid)),
        attach: async (one, until) => (await agreed.get(one.id)?.load(connection.id, until)) ?? [],
        tools: createTools({ ...asking, files, verdicts, signal, allowCode: consent.allows }),
      };
      const kept = part.cases.map((one) => withPrompt(one, agreed.get(one.id)?.prompt));
      for await (const event of runCases(kept, runDeps, signal)) take(event);
      const onMeans = (uri: string, totals: RetrievalTotals): void => {
        journal.addMeans(run, { uri, totals });
        report.means(uri, totals);
      };
      const spent = paid.tokens ?? 0;
      // If the user ended the test cases due to the budget, there is no second prompt.
      const limits = endedBy() === 'budget' ? { tokens: 0 } : budget.ofQuestions(spent);
      const asked = { ...asking, ...limits, parallel: PARALLEL, onMeans };
      const own = requestedFiles(part.questions);
      for await (const event of runRetrievalFiles(own, asked, signal)) take(event);
    }
    await journal.end(run, ended.totals, ended.endedEarly);
    report.end(ended.totals, ended.endedEarly);
  } finally {
    journal.leave(run);
    if (recorded === 'record') await endAll(parts, host);
  }
  return run;
}

interface OpenPart extends TestPart {
  readonly client: Client;
  readonly isReplayed: boolean;
}

/** Groups the tests by client. Recorded tests are separate per workspace folder. */
async function openParts(
  { cases, questions, recorded, replayed }: WantedRun,
  connection: Connection,
  host: TestingHost,
): Promise<readonly OpenPart[]> {
  const { old = [], others = [] } = Object.groupBy(cases, ({ variant }) =>
    variant.model === replayed ? 'old' : 'others',
  );
  const parts = [
    ...testParts(old, [], recordingsFor).map((part) => ({ part, mode: 'offline' as const })),
    ...testParts(others, questions, recorded ? recordingsFor : () => undefined).map((part) => ({
      part,
      mode: recorded,
    })),
  ];
  const opened: OpenPart[] = [];
  try {
    for (const { part, mode } of parts) {
      const client = mode
        ? await recordedClient(mode, connection, part.uri, host)
        : await host.clients.get(connection.id);
      opened.push({ ...part, client, isReplayed: mode === 'offline' });
    }
    return opened;
  } catch (error) {
    if (recorded === 'record') await endAll(opened, host);
    throw error;
  }
}

async function endAll(parts: readonly TestPart[], host: TestingHost): Promise<void> {
  await Promise.all(parts.map(({ uri }) => endRecording(uri, host)));
}

class PartBudget {
  readonly #ask: RunDeps['askForBudget'];
  /** Current budget of the run. Undefined if unlimited. */
  #agreed: Budget | undefined;

  constructor({ budget, askForBudget }: RunBudget = {}) {
    this.#agreed = budget;
    this.#ask = askForBudget;
  }

  /** @param before usage of the earlier parts */
  after(before: RunTotals): RunBudget {
    const agreed = this.#agreed;
    if (!agreed) return {};
    const { tokens = 0, price = 0, attempts } = before;
    const isUnknown = before.price === undefined && attempts > 0;
    const rest = (all: Budget): Budget => ({
      ...(all.tokens !== undefined && { tokens: all.tokens - tokens }),
      // An unknown cost may exceed any limit.
      ...(all.dollars !== undefined && { dollars: isUnknown ? 0 : all.dollars - price }),
    });
    return {
      budget: rest(agreed),
      askForBudget: async ({ spent, next }) => {
        const isPriced = !isUnknown && spent.price !== undefined;
        const all = {
          tokens: tokens + (spent.tokens ?? 0),
          ...(isPriced && { price: price + (spent.price ?? 0) }),
        };
        const more = await this.#askForMore(all, next);
        return more && rest(more);
      },
    };
  }

  /** Returns the remaining tokens for retrieval tests, whose price is unknown. */
  ofQuestions(before: number): Pick<RunFilesOptions, 'tokens' | 'askForTokens'> {
    if (this.#agreed?.tokens === undefined) return {};
    return {
      tokens: this.#agreed.tokens - before,
      askForTokens: async (taken) => {
        const tokens = before + taken;
        const more = await this.#askForMore({ tokens }, {});
        return more && (more.tokens ?? Infinity) - before;
      },
    };
  }

  async #askForMore(
    spent: BudgetQuestion['spent'],
    next: BudgetQuestion['next'],
  ): Promise<Budget | undefined> {
    const more = await this.#ask?.({ budget: this.#agreed ?? {}, spent, next });
    if (more) this.#agreed = more;
    return more;
  }
}

async function askForCode(
  { host }: TestRunDeps,
  { uri, functions, isChanged }: CodeQuestion,
): Promise<boolean> {
  const run = l10n.t('Run Functions');
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true));
  const names = functions.join(', ');
  const message = isChanged
    ? l10n.t('{0} has changed. Run its functions: {1}?', path, names)
    : l10n.t('Run JavaScript functions from {0}: {1}?', path, names);
  const detail = l10n.t(
    'Each function runs in its own thread without environment variables, but can do anything a program on this machine can. If you don’t run them, their assertions will show as errored.',
  );
  return (await host.prompts.confirm(message, { detail, actions: [run] })) === run;
}

/** Prompts to allow attachments and tools, once per file. Returns access by test case ID. */
async function agreeAll(
  planned: readonly PlannedCase[],
  access: PromptAccess,
): Promise<ReadonlyMap<string, AgreedAccess>> {
  const agreed = new Map<string, AgreedAccess>();
  for (const [uri, cases] of Map.groupBy(planned, ({ place }) => place.uri)) {
    const prompts = new Map(cases.map((one) => [one, withAttachments(one)]));
    const take = await access.agree([...prompts.values()], uri);
    for (const [one, prompt] of prompts) agreed.set(one.id, take(prompt));
  }
  return agreed;
}

function withAttachments({ source, case: { attachments = [] } }: PlannedCase): PromptFile {
  const { prompt } = source;
  const last = prompt.messages.at(-1);
  if (!last || attachments.length === 0) return prompt;
  const message: PromptMessage = {
    ...last,
    attachments: [...(last.attachments ?? []), ...attachments],
  };
  return { ...prompt, messages: [...prompt.messages.slice(0, -1), message] };
}

function withPrompt(planned: PlannedCase, prompt: PromptFile | undefined): PlannedCase {
  return prompt ? { ...planned, source: { ...planned.source, prompt } } : planned;
}

type RunBudget = Pick<RunDeps, 'budget' | 'askForBudget'>;

function budgetOf({ host, settings }: TestRunDeps): RunBudget {
  const tokens = numberSetting('tests.maxTokens', settings);
  const cents = numberSetting('tests.maxCents', settings);
  const budget: Budget = {
    ...(tokens > 0 && { tokens }),
    ...(cents > 0 && { dollars: cents / 100 }),
  };
  return {
    budget,
    askForBudget: async ({ budget: agreed, spent }: BudgetQuestion) => {
      const more = l10n.t('Extend Budget by Same Amount');
      const all = l10n.t('Continue Without Limit');
      const { language } = vscode.env;
      const counted = spent.tokens ?? 0;
      const price = spent.price === undefined ? undefined : dollarsText(spent.price, language);
      const message = l10n.t('The budget of this prompt test run is used up.');
      const detail = l10n.t(
        'The run has used {0} tokens so far. Cost: {1}. Completed results are saved either way.',
        decimal(counted, 0, language),
        price ? l10n.t(price.message, ...price.args) : l10n.t('unknown'),
      );
      const chosen = await host.prompts.confirm(message, { detail, actions: [more, all] });
      if (chosen === undefined) return undefined;
      if (chosen === all) return {};
      return {
        ...(agreed.tokens !== undefined && {
          tokens: Math.max(agreed.tokens, spent.tokens ?? 0) + tokens,
        }),
        ...(agreed.dollars !== undefined && {
          dollars: Math.max(agreed.dollars, spent.price ?? 0) + cents / 100,
        }),
      };
    },
  };
}
