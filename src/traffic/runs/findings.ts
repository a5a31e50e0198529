import * as l10n from '@vscode/l10n';
import { answeringModel, packedModel } from '../../api/modelPack';
import { shownDuration } from '../../base/format';
import type { Run, RunTurn } from './run';
import { cacheWhere, hintText } from './findingTexts';

export type FindingKind =
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
  | 'model';

export type Remedy = 'compare' | 'open' | 'openOther' | 'bisect';

interface Evidence {
  /** Evidence with the same key is one finding, at its first request. */
  readonly key: string;
  /** Another request that belongs to the evidence. */
  readonly other?: number | undefined;
  readonly title: string;
  readonly text: string;
}

export interface Finding extends Evidence {
  readonly kind: FindingKind;
  readonly severity: 'error' | 'warning' | 'info';
  /** Request with the evidence, and the number of later requests with the same. */
  readonly id: number;
  readonly more: number;
  readonly remedy: Remedy;
}

interface FindingRow {
  readonly kind: FindingKind;
  readonly severity: Finding['severity'];
  readonly remedy: Remedy;
  readonly find: (turn: RunTurn) => Evidence | undefined;
}

const rows: readonly FindingRow[] = [
  { kind: 'signature', severity: 'error', remedy: 'compare', find: signature },
  { kind: 'schema', severity: 'error', remedy: 'bisect', find: schema },
  { kind: 'quota', severity: 'error', remedy: 'open', find: quota },
  { kind: 'cache', severity: 'warning', remedy: 'compare', find: cache },
  { kind: 'malformed', severity: 'warning', remedy: 'open', find: malformed },
  { kind: 'thoughts', severity: 'warning', remedy: 'open', find: thoughts },
  { kind: 'empty', severity: 'warning', remedy: 'open', find: empty },
  { kind: 'storm', severity: 'warning', remedy: 'open', find: storm },
  { kind: 'early', severity: 'warning', remedy: 'openOther', find: early },
  { kind: 'loop', severity: 'warning', remedy: 'open', find: loop },
  { kind: 'twice', severity: 'info', remedy: 'openOther', find: twice },
  { kind: 'model', severity: 'info', remedy: 'open', find: otherModel },
  { kind: 'ignored', severity: 'info', remedy: 'open', find: ignored },
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
          : { ...row, ...evidence, id: turn.facts.id, more: 0 },
      );
    }
  }
  return [...found.values()];
}

function signature({ facts, signature: fault }: RunTurn): Evidence | undefined {
  if (fault) {
    const { kind, name, from } = fault;
    const text = {
      dropped: l10n.t(
        'The response signed the call to {0}, but the app sent the call back without its thoughtSignature. Send the model’s part back unchanged.',
        name,
      ),
      moved: l10n.t(
        'The thoughtSignature of the call to {0} came back on another part. Send the model’s part back unchanged.',
        name,
      ),
      changed: l10n.t(
        'The call to {0} came back with another thoughtSignature. Send the model’s part back unchanged.',
        name,
      ),
    }[kind];
    const title = {
      dropped: l10n.t('Thought signature dropped'),
      moved: l10n.t('Thought signature on the wrong part'),
      changed: l10n.t('Thought signature changed'),
    }[kind];
    return { key: kind, other: from, title, text };
  }
  const { error } = facts;
  if (error?.httpStatus !== 400 || !/thought[_ ]?signature/i.test(error.message)) return undefined;
  const isMissing = /missing/i.test(error.message);
  return {
    key: isMissing ? 'dropped' : 'changed',
    title: isMissing ? l10n.t('Thought signature missing') : l10n.t('Thought signature rejected'),
    text: isMissing
      ? l10n.t(
          'The API rejected a function call without its thoughtSignature. Send the model’s part back unchanged.',
        )
      : l10n.t(
          'The API rejected a thoughtSignature. The part, the model, or the API key may have changed.',
        ),
  };
}

/** Shorter differences are hardly worth a change, in tokens. */
const MIN_LOST = 1024;

function cache({ facts, before, cacheBreak: broken }: RunTurn): Evidence | undefined {
  const least = modelOf(facts.model, facts.startedAt)?.cacheMinimum;
  const tokens = facts.usage?.promptTokenCount;
  const earlier = before?.usage?.promptTokenCount;
  if (!broken || !before || least === undefined || !tokens || !earlier || earlier < least) {
    return undefined;
  }
  const kept = broken.where === 'model' ? 0 : Math.round(tokens * broken.share);
  const isRefuted = (facts.usage?.cachedContentTokenCount ?? 0) > kept + MIN_LOST;
  if (earlier - kept < MIN_LOST || isRefuted) return undefined;
  const { where, path } = broken;
  return {
    key: `${where} ${path}`,
    other: before.id,
    title: cacheWhere(where),
    text:
      where === 'model'
        ? l10n.t(
            '{0} answered before, and caches belong to one model. Nothing of the earlier prompt can be reused.',
            before.model,
          )
        : l10n.t(
            'First difference: {0}, character {1} (“{2}”, before “{3}”), after about {4} tokens. Nothing after this can be reused from the implicit cache, which needs at least {5} equal tokens.',
            ...[path, broken.offset + 1, broken.after, broken.before],
            ...[kept.toLocaleString('en'), least.toLocaleString('en')],
          ),
  };
}

const BARE = /^(?:request contains an invalid argument|400 bad request|invalid argument)\.?$/i;
const ABOUT_SCHEMA = /schema|too many states|nesting|grammar|function_?declaration/i;

function schema({ facts }: RunTurn): Evidence | undefined {
  const { error, hints, schema: hash } = facts;
  if (error?.httpStatus !== 400 || hash === '') return undefined;
  const isBare = BARE.test(error.message.trim());
  if (!isBare && !ABOUT_SCHEMA.test(error.message)) return undefined;
  const reasons = hints.map(hintText);
  return {
    key: hash,
    title: l10n.t('Schema may be refused'),
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
  return { key: `${kind} ${model}`, title: l10n.t('Quota that no retry restores'), text };
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
      ? l10n.t('Thoughts used the output limit. Raise maxOutputTokens or think less.')
      : l10n.t('The output limit ended the response before its first word. Raise maxOutputTokens.');
  return {
    key: facts.body,
    title: l10n.t('Output limit reached without an answer'),
    text: noAnswerText(told, paidTokens(facts.usage), isRepeated),
  };
}

function empty({ facts, isRepeated }: RunTurn): Evidence | undefined {
  if (facts.outcome !== 'empty') return undefined;
  const told = l10n.t('The response ended normally, but it has no text, no call, and no data.');
  return {
    key: facts.body,
    title: l10n.t('Empty response'),
    text: noAnswerText(told, paidTokens(facts.usage), isRepeated),
  };
}

function noAnswerText(told: string, paid: number, isRepeated = false): string {
  return [
    told,
    ...(paid > 0 ? [l10n.t('{0} output tokens, no answer.', paid.toLocaleString('en'))] : []),
    ...(isRepeated ? [l10n.t('The app sent the same request again.')] : []),
  ].join(' ');
}

function paidTokens(usage: RunTurn['facts']['usage']): number {
  return (usage?.thoughtsTokenCount ?? 0) + (usage?.candidatesTokenCount ?? 0);
}

const STORM = 3;

function storm({ burst }: RunTurn): Evidence | undefined {
  if (burst === undefined || burst < STORM) return undefined;
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

function loop({ loop: repeated }: RunTurn): Evidence | undefined {
  if (!repeated) return undefined;
  const { name, count } = repeated;
  return {
    key: name,
    title: l10n.t('Possible loop'),
    text: l10n.t('The model called {0} {1} times with the same arguments.', name, count),
  };
}

function twice({ twin, facts }: RunTurn): Evidence | undefined {
  if (!twin) return undefined;
  const ago = shownDuration(twin.seconds * 1000);
  return {
    key: facts.body,
    other: twin.id,
    title:
      facts.price === undefined
        ? l10n.t('Same request sent twice')
        : l10n.t('Same request paid twice'),
    text: l10n.t('An equal request was answered {0} before.', ago),
  };
}

function otherModel({ facts }: RunTurn): Evidence | undefined {
  const { model, answeredModel, startedAt, form } = facts;
  if (model === '' || answeredModel === '' || form === 'interaction') return undefined;
  const expected = modelOf(model, startedAt)?.id ?? model;
  const bare = answeredModel.replace(/^models\//, '');
  const isAlias = /-latest$/.test(model);
  const isSame =
    bare === model || bare === expected || [model, expected].some((one) => isVersionOf(bare, one));
  if (isSame || isAlias) return undefined;
  return {
    key: `${model} ${bare}`,
    title: l10n.t('Another model answered'),
    text: l10n.t('The request named {0}, and the response names {1}.', model, bare),
  };
}

/** Whether a name adds only a version, such as `-001` or `-preview-09-2025`. */
function isVersionOf(name: string, model: string): boolean {
  return name.startsWith(model) && /^-(?:\d|preview|exp)/.test(name.slice(model.length));
}

function ignored({ facts }: RunTurn): Evidence | undefined {
  const names = facts.ignored.join(', ');
  if (names === '') return undefined;
  return {
    key: names,
    title: l10n.t('Setting without effect'),
    text: l10n.t('{0} ignores {1}.', facts.model, names),
  };
}

function modelOf(name: string, at: number) {
  const packed = packedModel(name);
  return packed && answeringModel(packed, at);
}
