import * as l10n from '@vscode/l10n';
import { type Finding, findingsOf } from './findings';
import { nameOf } from './findingTexts';
import type {
  FindingView,
  RemedyName,
  RunRow,
  RunView,
  TurnRow,
  TurnState,
} from '../view/runViews';
import type { RequestFacts } from './requestFacts';
import { endOf, hasFailed, type Run, type RunTurn } from './run';

/** Longer pauses between requests, in ms, are shortened in the waterfall. */
const LONGEST_PAUSE = 2000;

export function runRow(run: Run): RunRow {
  const { turns } = run;
  const all = turns.map(({ facts }) => facts);
  const [first] = all;
  const models = [...new Set(all.map(({ model }) => model).filter(Boolean))];
  const prices = all.flatMap(({ price }) => price ?? []);
  return {
    id: run.id,
    app: run.app,
    time: first ? nameOf(first) : '',
    words: [first?.words, first?.asked].find(Boolean) ?? l10n.t('(no text)'),
    models: models.join(', '),
    turns: turns.filter(({ link }) => link.kind !== 'attempt').length,
    errors: all.filter(({ outcome }) => outcome === 'error').length,
    tokens: all.reduce((sum, { usage }) => sum + tokensOf(usage), 0),
    ...(prices.length > 0 && { price: prices.reduce((sum, one) => sum + one, 0) }),
    unpriced: all.filter(
      ({ source, outcome, price }) =>
        source === 'api' && outcome !== 'error' && price === undefined,
    ).length,
    findings: findingsOf(run).length,
    isRunning: all.some(({ outcome }) => outcome === 'running'),
    ...(run.during !== undefined && { during: l10n.t('during {0}', run.during) }),
  };
}

function tokensOf(usage: RequestFacts['usage']): number {
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage ?? {};
  return usage?.totalTokenCount ?? promptTokenCount + candidatesTokenCount + thoughtsTokenCount;
}

export function runView(run: Run): RunView {
  const findings = findingsOf(run);
  const starts = shortenedStarts(run.turns);
  const attempts = attemptsOf(run.turns);
  const counts = new Map<number, number>();
  for (const { id } of findings) counts.set(id, (counts.get(id) ?? 0) + 1);
  const turns = run.turns.map((turn, at): TurnRow => ({
    ...turnRow(turn),
    ...(attempts[at] ?? { step: at + 1, attempt: 1, attempts: 1 }),
    start: starts[at] ?? 0,
    findings: counts.get(turn.facts.id) ?? 0,
  }));
  return {
    id: run.id,
    span: Math.max(1, ...turns.map(({ start, duration }) => start + duration)),
    turns,
    findings: findings.map(findingView),
  };
}

/** Moves requests together if nothing ran between them for long. */
function shortenedStarts(turns: readonly RunTurn[]): readonly number[] {
  let cut = 0;
  let busyUntil = turns[0]?.facts.startedAt ?? 0;
  const begin = busyUntil;
  return turns.map(({ facts }) => {
    cut += Math.max(0, facts.startedAt - busyUntil - LONGEST_PAUSE);
    busyUntil = Math.max(busyUntil, endOf(facts));
    return facts.startedAt - begin - cut;
  });
}

/** Numbers the steps, and the attempts of each. */
function attemptsOf(
  turns: readonly RunTurn[],
): readonly Pick<TurnRow, 'step' | 'attempt' | 'attempts'>[] {
  const stepOf = new Map<number, number>();
  const counts = new Map<number, number>();
  let steps = 0;
  const found = turns.map(({ facts: { id }, link }) => {
    const known = link.kind === 'attempt' ? stepOf.get(link.to) : undefined;
    const step = known ?? (steps += 1);
    stepOf.set(id, step);
    const attempt = (counts.get(step) ?? 0) + 1;
    counts.set(step, attempt);
    return { step, attempt };
  });
  return found.map((one) => ({ ...one, attempts: counts.get(one.step) ?? 1 }));
}

type OwnRow = Omit<TurnRow, 'step' | 'attempt' | 'attempts' | 'start' | 'findings'>;

function turnRow({ facts }: RunTurn): OwnRow {
  const { id, durationMs, firstMs, outputMs, usage, price, asked, said, calls } = facts;
  const first = Math.min(firstMs ?? durationMs, durationMs);
  const known = (name: 'input' | 'cached' | 'thoughts' | 'out', count: number | undefined) =>
    count === undefined ? {} : { [name]: count };
  return {
    id,
    state: stateOf(facts),
    result: resultText(facts),
    asked,
    said: calls.length > 0 && said !== '' ? l10n.t('calls {0}', said) : said,

    first,
    output: Math.max(first, Math.min(outputMs ?? first, durationMs)),
    duration: durationMs,
    ...known('input', usage?.promptTokenCount),
    ...known('cached', usage?.cachedContentTokenCount),
    ...known('thoughts', usage?.thoughtsTokenCount),
    ...known('out', usage?.candidatesTokenCount),
    ...(price !== undefined && { price }),
    source: sourceText(facts),
  };
}

function stateOf(facts: RequestFacts): TurnState {
  const { outcome } = facts;
  if (outcome === 'running') return 'running';
  if (outcome === 'left' || outcome === 'lost') return 'left';
  if (outcome === 'error') return 'bad';
  return hasFailed(facts) || outcome === 'blocked' ? 'warning' : 'good';
}

export function resultText({ outcome, error, status, finish }: RequestFacts): string {
  switch (outcome) {
    case 'running':
      return l10n.t('running');
    case 'lost':
      return l10n.t('status unknown');
    case 'left':
      return l10n.t('canceled');
    case 'error':
      return error ? `${error.httpStatus} ${error.status}` : l10n.t('no response');
    case 'empty':
      return l10n.t('{0}, empty', status ?? '');
    case 'thoughtsOnly':
    case 'malformed':
    case 'blocked':
      return `${status ?? ''} ${finish}`;
    case 'answered':
      return String(status ?? '');
  }
}

export function sourceText({ source, sourceName, outcome }: RequestFacts): string {
  if (outcome === 'running') return '';
  switch (source) {
    case 'api':
      return l10n.t('API');
    case 'engine':
      return l10n.t('emulator');
    case 'mock':
      return sourceName === undefined ? l10n.t('mock') : l10n.t('mock {0}', sourceName);
    case 'recording':
      return l10n.t('recording');
    case 'unmatched':
      return l10n.t('no recording');
    default:
      return l10n.t('rejected');
  }
}

function findingView(finding: Finding): FindingView {
  const { severity, title, text, id, more } = finding;
  return {
    id: findingId(finding),
    severity,
    title,
    turn: id,
    text:
      more === 0
        ? text
        : `${text} ${more === 1 ? l10n.t('1 more request has the same problem.') : l10n.t('{0} more requests have the same problem.', more)}`,
    remedies: remediesOf(finding),
  };
}

export function findingId({ kind, key, id }: Finding): string {
  return `${id} ${kind} ${key}`;
}

function remediesOf({ remedy, other, kind }: Finding): FindingView['remedies'] {
  // Without another request, there is nothing to compare.
  if (remedy === undefined || (remedy !== 'bisect' && other === undefined)) return [];
  const labels: { readonly [N in RemedyName]: string } = {
    compare:
      kind === 'signature' ? l10n.t('Compare Sent and Received') : l10n.t('Compare Requests'),
    openOther: l10n.t('Open Earlier Request'),
    bisect: l10n.t('Find Rejected Part…'),
  };
  return [{ id: remedy, label: labels[remedy] }];
}
