import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../base/clock';
import { decimal } from '../base/format';
import { estimatedTokens } from '../base/tokens';
import { PROMPT_ENDING } from '../conversation/model/promptFile';
import { NodeTestFiles, VerdictFile, attachInline, findPrompts } from '../testing/nodeFiles';
import { hashOf } from '../testing/code';
import { CaseConsents } from '../testing/codeConsent';
import { createTools } from '../testing/createTools';
import { summaryOf } from '../testing/exports/junit';
import { GatheredRun } from '../testing/gatherRun';
import { type PlannedCase, variantLabel } from '../testing/plan';
import { cellsOf, planFile } from '../testing/planFile';
import type { RunResult } from '../testing/result';
import { runCases } from '../testing/runCases';
import { modelName, priceOf, shownPrice } from './estimateCost';
import {
  type Need,
  type Prepared,
  type Question,
  type ToolCall,
  type ToolContext,
  type ToolResult,
  badInput,
  isInside,
  untrusted,
  workspacePath,
} from './tool';

interface Input {
  readonly files: readonly string[];
  readonly mode?: 'offline' | 'live';
  readonly models?: readonly string[];
  readonly tags?: readonly string[];
}

const PARALLEL = 4;
const MAX_CASES = 500;
const MAX_FAILURES = 15;
/** Assumed tokens of a response. */
const RESPONSE_TOKENS = 1000;
/** Folders that the command line and Test Explorer use too. */
const RECORDINGS = join('.genlang', 'recordings', 'prompts');
const VERDICTS = join('.genlang', 'verdicts.json');

interface Plan {
  readonly folder: string;
  readonly files: NodeTestFiles;
  readonly cases: readonly PlannedCase[];
  readonly problems: GatheredRun;
  readonly isLive: boolean;
  /** SHA-256 of the files with functions, by URI. */
  readonly code: ReadonlyMap<string, string>;
  readonly wants: CaseConsents['all'];
}

export async function runPromptTests(input: Input, context: ToolContext): Promise<Prepared> {
  const plan = await planTests(input, context);
  const question = questionOf(plan, context);
  return {
    ...(question && { question }),
    run: (call) => runTests(plan, context, call),
  };
}

async function planTests(input: Input, context: ToolContext): Promise<Plan> {
  const { models, tags = [], mode = 'offline' } = input;
  const { folder, uris } = await promptFiles(input.files, context);
  const files = new NodeTestFiles(folder);
  const problems = new GatheredRun(context.now(), (uri) => pathIn(folder, uri));
  const options = {
    files,
    tags,
    ...(models && { models: models.map(modelName) }),
    onProblem: (problem: Parameters<GatheredRun['addProblem']>[0]) => problems.addProblem(problem),
  };
  const cases: PlannedCase[] = [];
  const wants = new CaseConsents();
  for (const uri of uris) {
    for (const planned of cellsOf(await planFile(uri, options))) {
      cases.push(planned);
      wants.add(planned);
      if (cases.length > MAX_CASES) {
        throw badInput(
          `These files have more than ${MAX_CASES} test cases.`,
          'Use fewer “files”, or “tags”.',
        );
      }
    }
  }
  const code = new Map<string, string>();
  for (const { place, case: one } of cases) {
    for (const { type, function: named } of one.expect) {
      if (type !== 'code' || typeof named !== 'string') continue;
      const uri = await files.resolve(place.uri, named.split('#')[0] ?? '');
      if (uri !== undefined) code.set(uri, await hashOf(files, uri));
    }
  }
  const isLive = mode === 'live' && context.connection().isLive;
  if (cases.length === 0 && problems.result.problems.length === 0) {
    throw badInput(
      'These files have no matching test cases.',
      'Add “cases” to a prompt file, or omit “tags”.',
    );
  }
  return { folder, files, cases, problems, isLive, code, wants: wants.all };
}

/** Finds the prompt files, which must be in one workspace folder. */
async function promptFiles(
  paths: readonly string[],
  context: ToolContext,
): Promise<{ readonly folder: string; readonly uris: readonly string[] }> {
  const places = paths.map((path) => workspacePath(path, context));
  const [first] = places;
  const folder = first?.folder ?? '';
  if (places.some((one) => one.folder !== folder)) {
    throw badInput('These files are in several workspace folders.', 'Run each folder separately.');
  }
  const found = await findPrompts(places.map(({ path }) => path));
  const uris = found.filter(
    (uri) => uri.endsWith(PROMPT_ENDING) && isInside({ folder, path: fileURLToPath(uri) }),
  );
  if (uris.length > 0) return { folder, uris };
  throw badInput(
    'These files aren’t prompt files.',
    `Use files that end with ${PROMPT_ENDING}. Retrieval tests run with generative-language-emulator run-prompts.`,
  );
}

/** Returns what the user must allow. Undefined if nothing is sent or run. */
function questionOf(plan: Plan, context: ToolContext): Question | undefined {
  const { cases, isLive, code, wants, folder } = plan;
  const names = [...code.keys()].map((uri) => pathIn(folder, uri));
  const { tokens: limit, dollars } = context.budget();
  const sent = [...wants.attachments, ...wants.tools];
  const limits = [
    ...(dollars === undefined ? [] : [shownPrice(dollars)]),
    ...(limit === undefined ? [] : [l10n.t('{0} tokens', decimal(limit, 0, 'en'))]),
  ];
  const lines = [
    ...(isLive
      ? [
          l10n.t(
            'Test cases to run with “{0}”: {1}. Estimated cost: {2}.',
            context.connection().name,
            cases.length,
            shownPrice(estimateOf(cases, context.now())),
          ),
          limits.length === 0
            ? l10n.t('There is no limit.')
            : l10n.t('Limits: {0}.', limits.join(', ')),
        ]
      : []),
    ...(isLive && sent.length > 0 ? [l10n.t('Sends or uses: {0}.', sent.join(', '))] : []),
    ...(names.length > 0 ? [l10n.t('Runs JavaScript functions from {0}.', names.join(', '))] : []),
  ];
  if (lines.length === 0) return undefined;
  const needs: readonly Need[] = [
    ...(isLive ? (['money'] as const) : []),
    ...(isLive && wants.attachments.length > 0 ? (['attachments'] as const) : []),
    ...(isLive && wants.tools.length > 0 ? (['tools'] as const) : []),
    ...(names.length > 0 ? (['code'] as const) : []),
  ];
  const key = createHash('sha256')
    .update(JSON.stringify([cases, ...code]))
    .digest('hex');
  return { title: l10n.t('Run Prompt Tests'), message: lines.join(' '), needs, key };
}

function estimateOf(cases: readonly PlannedCase[], now: number): number | undefined {
  let sum = 0;
  for (const { case: one, variant, source, variables } of cases) {
    const input = Math.ceil(estimatedTokens(JSON.stringify([source.prompt, variables])));
    const price = priceOf(variant.model, { input, output: RESPONSE_TOKENS }, now);
    if (price === undefined) return undefined;
    sum += price * (one.repeat ?? 1);
  }
  return sum;
}

async function runTests(plan: Plan, context: ToolContext, call: ToolCall): Promise<ToolResult> {
  const { folder, files, cases, isLive, problems: gathered, code } = plan;
  const { signal, report } = call;
  const budget = isLive ? context.budget() : undefined;
  const client = isLive
    ? await context.client()
    : (await context.openSession(offlineMode(folder), join(folder, RECORDINGS), folder)).client;
  const deps = { client, clock: systemClock, log: context.log };
  const verdicts = new VerdictFile(folder, VERDICTS);
  const allowCode = ({ uri, sha256 }: { uri: string; sha256: string }): Promise<boolean> =>
    Promise.resolve(code.get(uri) === sha256);
  const run = runCases(
    cases,
    {
      ...deps,
      parallel: PARALLEL,
      ...(budget && { budget }),
      attach: (one, until) => attachInline(one, files, until),
      tools: createTools({ ...deps, files, verdicts, signal, allowCode }),
    },
    signal,
  );
  let done = 0;
  for await (const event of run) {
    gathered.add(event);
    if (event.kind === 'case') report(++done, cases.length, event.result.name);
  }
  const { result } = gathered;
  if (isLive) context.spend(result.totals.price);
  return resultOf(result, plan);
}

/** Recordings if there are any, otherwise mocks, as in Test Explorer. */
function offlineMode(folder: string): 'generate' | 'replay' {
  const recordings = join(folder, RECORDINGS);
  return existsSync(recordings) && readdirSync(recordings).length > 0 ? 'replay' : 'generate';
}

function resultOf(
  { cases, totals, problems, endedEarly }: RunResult,
  { folder, isLive }: Plan,
): ToolResult {
  const { passed, failed, notMeasured, tokens, price } = totals;
  const others = cases.filter(({ verdict }) => verdict !== 'pass');
  const lines = others.slice(0, MAX_FAILURES).map((one) => {
    const label = `${pathIn(folder, one.prompt)}: ${one.name} [${variantLabel(one.variant)}]`;
    return `${one.verdict === 'fail' ? 'FAILED' : 'errored'} ${label}\n  ${summaryOf(one)}`;
  });
  const left = others.length - lines.length;
  const facts = [
    `${passed} passed, ${failed} failed, ${notMeasured} errored`,
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(isLive ? [`cost: ${shownPrice(price)}`] : []),
    ...(endedEarly === 'budget' ? ['stopped because the budget is used up'] : []),
    ...(endedEarly === 'cancelled' ? ['canceled'] : []),
  ];
  const text = [
    `${facts.join(', ')}.`,
    ...(problems.length === 0 ? [] : [untrusted('invalid files', problems.join('\n'), 3000)]),
    ...(lines.length === 0 ? [] : [untrusted('the test results', lines.join('\n'), 8000)]),
    ...(left > 0 ? [`${left} more didn’t pass.`] : []),
  ].join('\n');
  return { text };
}

function pathIn(folder: string, uri: string): string {
  const path = relative(folder, fileURLToPath(uri));
  return isAbsolute(path) ? path : path.replaceAll(sep, '/');
}
