import * as l10n from '@vscode/l10n';
import { localTime, shownDuration, shownSize } from '../../base/format';
import { isObject, type JsonValue, textAt } from '../../base/json';
import { cacheBreak, type ReadableRequest } from './cacheBreak';
import { linkText, nameOf } from './findingTexts';
import type { NormalContent } from './normalRequest';
import type { TurnView } from '../view/runViews';
import type { RunTurn } from './run';
import { resultText, sourceText } from './runRows';

interface TurnContext {
  readonly turnOf: (id: number) => RunTurn | undefined;
  /** Undefined if the body is no longer retained. */
  readonly read: (id: number) => ReadableRequest | undefined;
}

/** Returns the details of a request, and how it differs from the one before. */
export function turnView(turn: RunTurn, context: TurnContext): TurnView {
  const { facts, link, before } = turn;
  return {
    id: facts.id,
    title: l10n.t('Request of {0}', nameOf(facts)),
    why: linkText(link, context.turnOf),
    changes: before
      ? changes(context.read(before.id), context.read(facts.id), facts.previous !== '')
      : [],
    hasBefore: before !== undefined,
    request: requestFacts(turn),
    response: responseFacts(turn),
  };
}

function requestFacts({ facts }: RunTurn): readonly string[] {
  const { label, startedAt, model, bytes, contentCount, app, isUnread } = facts;
  return [
    ...(label === '' ? [l10n.t('Started: {0}', localTime(startedAt, { milliseconds: true }))] : []),
    ...(app === '' ? [] : [l10n.t('App: {0}', app)]),
    l10n.t('Model: {0}', model),
    isUnread
      ? l10n.t('Body: {0}', shownSize(bytes))
      : l10n.t('Body: {0}, contents: {1}', shownSize(bytes), contentCount),
  ];
}

function responseFacts({ facts }: RunTurn): readonly string[] {
  const { error, usage, finish, firstMs, durationMs, answeredModel, sourceName } = facts;
  const source = sourceText(facts);
  const count = (value: number): string => value.toLocaleString('en');
  return [
    l10n.t('Result: {0}', resultText(facts)),
    ...(error ? [error.message] : []),
    ...(source === '' ? [] : [l10n.t('Response source: {0}', source)]),
    ...(facts.source === 'recording' && sourceName !== undefined
      ? [l10n.t('File: {0}', sourceName)]
      : []),
    ...(answeredModel === '' ? [] : [l10n.t('Model in the response: {0}', answeredModel)]),
    ...(finish === '' ? [] : [l10n.t('Finish reason: {0}', finish)]),
    ...(firstMs === undefined
      ? [l10n.t('Duration: {0}', shownDuration(durationMs))]
      : [
          l10n.t(
            'Duration: {0}, first data after {1}',
            shownDuration(durationMs),
            shownDuration(firstMs),
          ),
        ]),
    usage
      ? l10n.t(
          'Tokens: {0} input, {1} of them cached, {2} thoughts, {3} output',
          ...[usage.promptTokenCount, usage.cachedContentTokenCount].map((one) => count(one ?? 0)),
          ...[usage.thoughtsTokenCount, usage.candidatesTokenCount].map((one) => count(one ?? 0)),
        )
      : l10n.t('Tokens: unknown'),
  ];
}

/** In characters. */
const EXCERPT = 60;
/** Redacted before it is shortened, since a part of a secret can't be recognized. */
const AROUND = 1000;

function changes(
  before: ReadableRequest | undefined,
  after: ReadableRequest | undefined,
  isInteraction: boolean,
): readonly string[] {
  if (!before || !after) return [l10n.t('The bodies are no longer available.')];
  const [one, other] = [before.request, after.request];
  const clean = (text: string): string => after.redact(before.redact(text));
  const broken = cacheBreak(isInteraction ? { ...one, contents: [] } : one, other, clean);
  const added = isInteraction ? other.contents : other.contents.slice(one.contents.length);
  return [
    ...(broken
      ? [
          l10n.t(
            'First difference: {0}, character {1}: “{2}” instead of “{3}”',
            broken.path,
            broken.offset + 1,
            broken.after,
            broken.before,
          ),
        ]
      : []),
    ...configChanges(
      { ...one.config, ...one.toolConfig },
      { ...other.config, ...other.toolConfig },
      clean,
    ),
    ...(broken?.where === 'contents' ? [] : added.map((content) => addedText(content, clean))),
  ];
}

function configChanges(
  before: { readonly [name: string]: JsonValue | undefined },
  after: typeof before,
  clean: (text: string) => string,
) {
  const shown = (value: JsonValue | undefined): string =>
    value === undefined
      ? l10n.t('(none)')
      : clean(JSON.stringify(value).slice(0, AROUND)).slice(0, EXCERPT);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => l10n.t('{0}: {1} → {2}', name, shown(before[name]), shown(after[name])));
}

function addedText({ role, parts }: NormalContent, clean: (text: string) => string): string {
  const words = parts
    .filter((part) => part.text !== '')
    .map((part) => {
      if (isObject(part.functionCall))
        return l10n.t('call to {0}', textAt(part.functionCall, 'name'));
      if (isObject(part.functionResponse)) {
        return l10n.t('result of {0}', textAt(part.functionResponse, 'name'));
      }
      if (part.thought === true) return l10n.t('thought');
      return typeof part.text === 'string'
        ? `“${clean(part.text.slice(0, AROUND)).slice(0, EXCERPT).replaceAll(/\s+/g, ' ')}”`
        : l10n.t('data');
    });
  const list = words.slice(0, 5).join(', ');
  return role === 'model'
    ? l10n.t('Added, from the model: {0}', list)
    : l10n.t('Added, from the user: {0}', list);
}
