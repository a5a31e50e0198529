import * as l10n from '@vscode/l10n';
import { shownDuration } from '../../base/format';
import {
  cache,
  ignored,
  loop,
  otherModel,
  rejected,
  signature,
  twice,
} from './conversationFindings';
import type { RemedyName } from '../view/runViews';
import { hintText } from './findingTexts';
import type { Evidence, Run, RunTurn } from './run';

type FindingKind =
  | 'signature'
  | 'cache'
  | 'schema'
  | 'malformed'
  | 'thoughts'
  | 'empty'
  | 'loop'
  | 'twice'
  | 'storm'
  | 'early'
  | 'quota'
  | 'ignored'
  | 'rejected'
  | 'model';

export interface Finding extends Evidence {
  readonly kind: FindingKind;
  readonly severity: 'error' | 'warning' | 'info';
  /** Request with the evidence, and the number of others with the same. */
  readonly id: number;
  readonly more: number;
  /** Besides opening the request. */
  readonly remedy?: RemedyName;
}

interface FindingRow {
  readonly kind: FindingKind;
  readonly severity: Finding['severity'];
  /** Besides opening the request. */
  readonly remedy?: RemedyName;
  readonly find: (turn: RunTurn) => Evidence | undefined;
}

const rows: readonly FindingRow[] = [
  { kind: 'signature', severity: 'error', remedy: 'compare', find: signature },
  { kind: 'rejected', severity: 'error', find: rejected },
  { kind: 'schema', severity: 'error', remedy: 'bisect', find: schema },
  { kind: 'quota', severity: 'error', find: quota },
  { kind: 'cache', severity: 'warning', remedy: 'compare', find: cache },
  { kind: 'malformed', severity: 'warning', find: malformed },
  { kind: 'thoughts', severity: 'warning', find: thoughts },
  { kind: 'empty', severity: 'warning', find: empty },
  { kind: 'storm', severity: 'warning', find: storm },
  { kind: 'early', severity: 'warning', remedy: 'openOther', find: early },
  { kind: 'loop', severity: 'warning', find: loop },
  { kind: 'twice', severity: 'info', remedy: 'openOther', find: twice },
  { kind: 'model', severity: 'info', find: otherModel },
  { kind: 'ignored', severity: 'info', find: ignored },
];

/** Returns the findings of a run, each once, in the order of requests. */
export function findingsOf({ turns }: Pick<Run, 'turns'>): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const turn of turns) {
    for (const { find, ...row } of rows) {
      const evidence = find(turn);
      if (!evidence) continue;
      const key = `${row.kind} ${evidence.key}`;
      const known = found.get(key);
      found.set(
        key,
        known
          ? { ...known, more: known.more + 1 }
          : { ...row, ...evidence, id: turn.facts.id, more: evidence.more ?? 0 },
      );
    }
  }
  return [...found.values()];
}

const BARE = /^(?:request contains an invalid argument|400 bad request|invalid argument)\.?$/i;
const ABOUT_SCHEMA = /schema|too many states|nesting|grammar|function_?declaration/i;

function schema({ facts }: RunTurn): Evidence | undefined {
  const { error, hints, schema: hash } = facts;
  if (error?.httpStatus !== 400 || hash === '') return undefined;
  const isBare = BARE.test(error.message.trim());
  // Its cause is another finding.
  if (isBare && facts.rejected.length > 0) return undefined;
  if (!isBare && !ABOUT_SCHEMA.test(error.message)) return undefined;
  const reasons = hints.map(hintText);
  return {
    key: hash,
    title: l10n.t('Possible schema error'),
    text: [
      isBare
        ? l10n.t('The API gave no reason. The tools or the response schema may be too complex.')
        : error.message,
      ...(reasons.length > 0
        ? [l10n.t('Known causes in this request: {0}.', reasons.join(', '))]
        : []),
    ].join(' '),
  };
}

function quota({ facts: { error, model } }: RunTurn): Evidence | undefined {
  const { quota: kind } = error ?? {};
  if (!kind) return undefined;
  const text = {
    daily: l10n.t(
      'The daily quota of {0} is used up. Retries don’t help until midnight Pacific Time.',
      model,
    ),
    zero: l10n.t(
      'The project has no quota for {0}. Retries don’t help. Use another model or enable billing.',
      model,
    ),
    credits: l10n.t('The project’s credits or spend cap are used up. Retries don’t help.'),
  }[kind];
  return { key: `${kind} ${model}`, title: l10n.t('No quota left'), text };
}

function malformed({ facts, isRepeated }: RunTurn): Evidence | undefined {
  if (facts.outcome !== 'malformed') return undefined;
  const paid = paidTokens(facts.usage);
  return {
    key: facts.body,
    title: l10n.t('Invalid function call by the model'),
    text: noAnswerText(l10n.t('The response ended with {0}.', facts.finish), paid, isRepeated),
  };
}

function thoughts({ facts, isRepeated }: RunTurn): Evidence | undefined {
  if (facts.outcome !== 'thoughtsOnly') return undefined;
  const count = facts.usage?.thoughtsTokenCount ?? 0;
  const told =
    count > 0
      ? l10n.t(
          'Thoughts used the output limit. Raise maxOutputTokens, or lower the thinking level.',
        )
      : l10n.t('The output limit ended the response before its first word. Raise maxOutputTokens.');
  return {
    key: facts.body,
    title: l10n.t('Output limit reached before any text'),
    text: noAnswerText(told, paidTokens(facts.usage), isRepeated),
  };
}

function empty({ facts, isRepeated }: RunTurn): Evidence | undefined {
  if (facts.outcome !== 'empty') return undefined;
  const told = l10n.t('The response ended normally, but it has no text, function call, or data.');
  return {
    key: facts.body,
    title: l10n.t('Empty response'),
    text: noAnswerText(told, paidTokens(facts.usage), isRepeated),
  };
}

function noAnswerText(told: string, paid: number, isRepeated = false): string {
  return [
    told,
    ...(paid > 0 ? [l10n.t('It used {0} output tokens.', paid.toLocaleString('en'))] : []),
    ...(isRepeated ? [l10n.t('The app sent the same request again.')] : []),
  ].join(' ');
}

function paidTokens(usage: RunTurn['facts']['usage']): number {
  return (usage?.thoughtsTokenCount ?? 0) + (usage?.candidatesTokenCount ?? 0);
}

const STORM = 3;

function storm({ burst }: RunTurn): Evidence | undefined {
  // Once for each storm, as its requests can be runs of their own.
  if (burst !== STORM) return undefined;
  return {
    key: '',
    title: l10n.t('Many 429 responses'),
    text: l10n.t(
      '{0} requests of this app got 429 within a minute. Send fewer at once, and wait longer between retries.',
      burst,
    ),
  };
}

function early({ early: ms, link }: RunTurn): Evidence | undefined {
  if (ms === undefined || !('to' in link)) return undefined;
  return {
    key: '',
    other: link.to,
    title: l10n.t('Retry too early'),
    text: l10n.t('The API asked to wait {0} longer (RetryInfo).', shownDuration(ms)),
  };
}
