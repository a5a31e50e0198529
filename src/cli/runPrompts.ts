import { writeFile, mkdir } from 'node:fs/promises';
import { sep, resolve, relative, join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '../api/client';
import { parseEndpoint } from '../api/endpoint';
import { NodeTransport } from '../api/nodeTransport';
import type { Credential } from '../api/transport';
import { systemClock } from '../base/clock';
import { errorMessage, AppError } from '../base/errors';
import { findPrompts, attachInline, VerdictFile, NodeTestFiles } from '../testing/nodeFiles';
import { CaseConsents } from '../testing/codeConsent';
import { createTools } from '../testing/createTools';
import { markdownReport, csvReport, calibrationTable } from '../testing/exports/tables';
import { summaryOf, junitXml } from '../testing/exports/junit';
import { GatheredRun } from '../testing/gatherRun';
import { variantLabel, type PlannedCase } from '../testing/plan';
import { type PlanFileOptions, planFile, cellsOf } from '../testing/planFile';
import type { RunResult, CaseResult } from '../testing/result';
import { RETRIEVAL_ENDING } from '../testing/retrieval/retrievalFile';
import { totalsMarkdown } from '../testing/retrieval/retrievalResult';
import {
  runRetrievalFiles,
  type RetrievalPlan,
  requestWhole,
  planRetrieval,
} from '../testing/retrieval/runFiles';
import { runCases } from '../testing/runCases';
import { EXIT } from './exitCodes';
import { readPromptArguments, type PromptArguments } from './promptArguments';
import { type PromptService, openPromptService } from './promptService';
import type { CaseProblem } from '../testing/case';

/** Cache of LLM judge results, in the working directory. */
const VERDICTS = join('.genlang', 'verdicts.json');

/**
 * `run-prompts`: runs the test cases of prompt files and writes reports. Returns the exit code.
 * Throws `AppError` for invalid options, missing files, and access that wasn't allowed.
 */
export async function runPrompts(argv: readonly string[]): Promise<number> {
  const wanted = readPromptArguments(argv);
  const found = await findPrompts(wanted.words);
  const uris = found.filter((uri) => !isRetrieval(uri));
  const files = new NodeTestFiles(process.cwd());
  const gathered = new GatheredRun(systemClock.now(), pathOf);
  const planOf = (onProblem: PlanFileOptions['onProblem']): AsyncIterable<PlannedCase> =>
    planAll(uris, {
      files,
      onProblem,
      tags: wanted.tags,
      ...(wanted.models && { models: wanted.models }),
    });
  // First check all files, so that nothing is sent before all access is allowed.
  const wants = new CaseConsents();
  let count = 0;
  for await (const planned of planOf((problem) => gathered.addProblem(problem))) {
    wants.add(planned);
    count++;
  }
  requireConsent(wants, wanted);
  const retrievals = await readRetrievals(found.filter(isRetrieval), {
    read: (uri) => files.read(uri),
    tags: wanted.tags,
    onProblem: (problem) => gathered.addProblem(problem),
  });
  requireTokens(retrievals, wanted.budget);
  count += retrievals.reduce((sum, { questions }) => sum + questions.length, 0);
  const { problems } = gathered.result;
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (count === 0 && problems.length === 0) {
    const { tags } = wanted;
    if (tags.length === 0) {
      throw new AppError('badOption', 'These files have no test cases.', {
        hint: 'Add “cases” to a prompt file.',
      });
    }
    throw new AppError(
      'badOption',
      `No test case in these files has the tag ${tags.join(' or ')}.`,
      {
        hint: 'Use another --filter, or omit it.',
      },
    );
  }
  const planned = { planned: planOf(() => undefined), retrievals };
  const isMissing = count > 0 && (await runAll(planned, files, wanted, gathered));
  const { result } = gathered;
  await writeReports(result, wanted.reports);
  process.stdout.write(closingLine(result));
  return isMissing ? EXIT.failed : exitCode(result);
}

function pathOf(uri: string): string {
  return relative(process.cwd(), fileURLToPath(uri)).replaceAll(sep, '/');
}

function isRetrieval(uri: string): boolean {
  return uri.endsWith(RETRIEVAL_ENDING);
}

async function* planAll(
  uris: readonly string[],
  options: PlanFileOptions,
): AsyncGenerator<PlannedCase> {
  for (const uri of uris) yield* cellsOf(await planFile(uri, options));
}

function requireConsent(wants: CaseConsents, { allows }: PromptArguments): void {
  for (const kind of CONSENTS) {
    const names = wants.all[kind];
    if (names.length === 0 || allows[kind]) continue;
    throw new AppError('badOption', `${WANTED[kind]}: ${oneLine(names.join(', '))}.`, {
      hint: `Nothing was sent. To allow it, use --allow-${kind}.`,
    });
  }
}

const CONSENTS = ['attachments', 'tools', 'code'] as const;
const WANTED = {
  attachments: 'These files would be sent',
  tools: 'These tools and resources would be used',
  code: 'These functions would be run',
} as const;

interface Planned {
  readonly planned: AsyncIterable<PlannedCase>;
  readonly retrievals: readonly RetrievalPlan[];
}

async function runAll(
  { planned, retrievals }: Planned,
  files: NodeTestFiles,
  wanted: PromptArguments,
  gathered: GatheredRun,
): Promise<boolean> {
  const { budget, parallel, isStrict, allows } = wanted;
  const service = await openPromptService(wanted);
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  const { signal } = controller;
  let isMissing: boolean;
  const { endpoint } = service;
  const client = createClient({
    transport: new NodeTransport({
      endpoint: parseEndpoint(endpoint),
      credential: ({ accepts }) => Promise.resolve(credentialOf(service, accepts)),
    }),
    preferredVersion: 'v1beta',
  });
  const log = {
    warn: (line: string) => void process.stderr.write(`${line.split('\n')[0] ?? ''}\n`),
  };
  const asking = { client, clock: systemClock, log };
  const verdicts = new VerdictFile(process.cwd(), VERDICTS);
  const means: string[] = [];
  const allowCode = (): Promise<boolean> => Promise.resolve(allows.code);
  const deps = {
    ...asking,
    parallel,
    isStrict,
    ...(budget && { budget }),
    attach: (one: PlannedCase, until: AbortSignal) => attachInline(one, files, until),
    tools: createTools({ ...asking, files, verdicts, signal, allowCode }),
  };
  try {
    for await (const event of runCases(planned, deps, signal)) {
      gathered.add(event);
      if (event.kind === 'case') process.stdout.write(lineOf(event.result));
    }
    const left = budget?.tokens;
    const spent = gathered.result.totals.tokens ?? 0;
    const questions = runRetrievalFiles(
      retrievals.map(requestWhole),
      {
        ...asking,
        parallel,
        ...(left !== undefined && { tokens: left - spent }),
        onMeans: (uri, totals) => {
          gathered.addMeans({ uri, totals });
          means.push(`\n${pathOf(uri)}\n\n${totalsMarkdown(totals)}\n`);
        },
      },
      signal,
    );
    for await (const event of questions) {
      gathered.add(event);
      if (event.kind === 'case') process.stdout.write(lineOf(event.result));
    }
    const calibration = calibrationTable(gathered.result.cases);
    if (calibration !== undefined) means.push(`\n${calibration}\n`);
    for (const table of means) process.stdout.write(table);
  } finally {
    for (const one of SIGNALS) process.off(one, stop);
    await client.close();
    isMissing = await service.close();
  }
  return isMissing;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function credentialOf({ apiKey, accessToken }: PromptService, accepts: string): Credential {
  if (accepts !== 'oauth' || accessToken === undefined) return { kind: 'apiKey', key: apiKey };
  return { kind: 'bearer', token: accessToken };
}

const MARKS = {
  pass: 'ok',
  fail: 'FAILED',
  notMeasured: 'errored',
  inconclusive: 'inconclusive',
} as const;

function lineOf(result: CaseResult): string {
  const { prompt, name, variant, verdict, passed, attempts, isFlaky } = result;
  const share = attempts.length > 1 ? ` ${passed}/${attempts.length}` : '';
  const why = verdict === 'pass' ? '' : `\n    ${oneLine(summaryOf(result))}`;
  const label = `${pathOf(prompt)}: ${name} [${variantLabel(variant)}]`;
  return `${MARKS[verdict]}${share}${isFlaky ? ' (flaky)' : ''} ${oneLine(label)}${why}\n`;
}

/** Removes control characters, which could control the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

function closingLine({ totals, problems, endedEarly }: RunResult): string {
  const { passed, failed, notMeasured, inconclusive = 0, tokens } = totals;
  const facts = [
    `${passed} passed`,
    `${failed} failed`,
    `${notMeasured} errored`,
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...(problems.length > 0 ? [`${problems.length} couldn’t be read`] : []),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(endedEarly === 'budget' ? ['the budget is used up'] : []),
    ...(endedEarly === 'cancelled' ? ['cancelled'] : []),
  ];
  return `${facts.join(', ')}\n`;
}

/** Priority: failed, then unreadable, then errored. */
function exitCode({ totals, problems, endedEarly }: RunResult): number {
  if (totals.failed > 0) return EXIT.failed;
  if (problems.length > 0) return EXIT.badInput;
  return totals.notMeasured > 0 || endedEarly ? EXIT.notMeasured : EXIT.passed;
}

async function writeReports(
  result: RunResult,
  { junit, markdown, csv, json }: PromptArguments['reports'],
): Promise<void> {
  const reports = [
    [junit, () => junitXml(result, pathOf)],
    [markdown, () => markdownReport(result, pathOf)],
    [csv, () => csvReport(result, pathOf)],
    [json, () => `${JSON.stringify(result, undefined, 2)}\n`],
  ] as const;
  for (const [path, made] of reports) {
    if (path === undefined) continue;
    try {
      await mkdir(dirname(resolve(path)), { recursive: true });
      await writeFile(path, made());
    } catch (cause) {
      throw new AppError('badOption', `Couldn’t write ${path}: ${errorMessage(cause)}.`, { cause });
    }
  }
}

interface ReadOptions {
  readonly read: (uri: string) => Promise<string>;
  /** Only tests with one of these tags; all tests if empty. */
  readonly tags: readonly string[];
  readonly onProblem: (problem: CaseProblem) => void;
}

export async function readRetrievals(
  uris: readonly string[],
  { read, tags, onProblem }: ReadOptions,
): Promise<readonly RetrievalPlan[]> {
  const plans: RetrievalPlan[] = [];
  for (const uri of uris) {
    const plan = planRetrieval(await read(uri), uri, onProblem);
    if (!plan) continue;
    const questions = plan.questions.filter(
      (one) => tags.length === 0 || one.tags?.some((tag) => tags.includes(tag)) === true,
    );
    plans.push({ ...plan, questions });
  }
  return plans;
}

/** Throws `AppError` if a paid model would be used without a token limit. */
export function requireTokens(
  plans: readonly RetrievalPlan[],
  budget: { readonly tokens?: number } | undefined,
): void {
  const paid = plans.find(({ head: { source } }) => 'model' in source);
  if (!paid || !budget || budget.tokens !== undefined) return;
  throw new AppError('badOption', 'The budget for retrieval tests must include a token limit.', {
    hint: 'Add a token limit to --budget, for example --budget 20000,$0.50.',
  });
}
