import * as l10n from '@vscode/l10n';
import { shownDuration } from '../../base/format';
import { hintText } from './findingTexts';
import type { Evidence, RunTurn } from './run';

const BARE = /^(?:request contains an invalid argument|400 bad request|invalid argument)\.?$/i;
const ABOUT_SCHEMA = /schema|too many states|nesting|grammar|function_?declaration/i;

export function schema({ facts }: RunTurn): Evidence | undefined {
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

export function quota({ facts: { error, model } }: RunTurn): Evidence | undefined {
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

export function malformed({ facts, isRepeated }: RunTurn): Evidence | undefined {
  if (facts.outcome !== 'malformed') return undefined;
  const paid = paidTokens(facts.usage);
  return {
    key: facts.body,
    title: l10n.t('Invalid function call by the model'),
    text: noAnswerText(l10n.t('The response ended with {0}.', facts.finish), paid, isRepeated),
  };
}

export function thoughts({ facts, isRepeated }: RunTurn): Evidence | undefined {
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

export function empty({ facts, isRepeated }: RunTurn): Evidence | undefined {
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

export function storm({ burst }: RunTurn): Evidence | undefined {
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

export function early({ early: ms, link }: RunTurn): Evidence | undefined {
  if (ms === undefined || !('to' in link)) return undefined;
  return {
    key: '',
    other: link.to,
    title: l10n.t('Retry too early'),
    text: l10n.t('The API asked to wait {0} longer (RetryInfo).', shownDuration(ms)),
  };
}
