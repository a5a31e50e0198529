import * as l10n from '@vscode/l10n';
import { shownDuration } from '../../base/format';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import { escapeLine } from '../../platform/plainText';
import type { RecordedSession } from '../exchange';
import { summaryLine, textBlock } from './contentText';
import { timedBlock } from './exchangeText';

const MAX_MESSAGES = 500;

/** Close code if the peer sent none. */
const NO_CODE = 1005;

interface FramesContext {
  readonly title?: string;
  readonly notes?: readonly string[];
  /** Differences of a rerun from the recording. Undefined for the recording itself. */
  readonly differences?: readonly string[];
}

/** Formats a Live API session as Markdown: conversation, and all messages with time and direction. */
export function framesText(
  { frames, closed }: RecordedSession,
  { title = l10n.t('Live Session'), notes = [], differences = [] }: FramesContext = {},
): string {
  const sent = frames.filter(({ from }) => from === 'client').length;
  const messages = frames.flatMap(({ from, data }) =>
    'json' in data && isObject(data.json) ? [{ from, message: data.json }] : [],
  );
  const [first] = messages;
  const model = textAt(objectAt(first?.message ?? {}, 'setup'), 'model');
  // Skips the code if the peer sent none.
  const code = closed.code === NO_CODE ? [] : [String(closed.code)];
  const ending = [...code, ...(closed.reason === '' ? [] : [closed.reason])].join(' ');
  const facts = [
    model === '' ? undefined : l10n.t('Model: {0}', model.replace(/^models\//, '')),
    l10n.t(
      'Messages: {0} sent, {1} received, in {2}',
      sent,
      frames.length - sent,
      shownDuration(frames.at(-1)?.ms ?? 0),
    ),
    closedText(closed.from, ending),
  ];
  const said = {
    client: messages
      .filter(({ from }) => from === 'client')
      .map(({ message }) => requestText(message)),
    server: messages
      .filter(({ from }) => from === 'server')
      .map(({ message }) => messageText(message)),
  };
  const section = (title: string, texts: readonly string[]): readonly string[] => {
    const text = texts.join('');
    return text === '' ? [] : [`## ${title}`, textBlock(text)];
  };
  const lines = frames.slice(0, MAX_MESSAGES).map(({ from, ms, data }) => {
    const name = 'json' in data && isObject(data.json) ? Object.keys(data.json).join(', ') : '';
    const gist = 'json' in data ? summaryLine(data.json) : data.text;
    const what = name === '' || gist === name ? gist : `${name}: ${gist}`;
    return { at: `+${ms}`, text: `${from === 'client' ? '→' : '←'} ${what}` };
  });
  return `${[
    `# ${escapeLine(title)}`,
    ...notes.map(escapeLine),
    facts.flatMap((fact) => (fact === undefined ? [] : `- ${escapeLine(fact)}`)).join('\n'),
    ...differencesText(differences),
    ...section(l10n.t('Request'), said.client),
    ...section(l10n.t('Responses'), said.server),
    `## ${l10n.t('Frames')}`,
    frames.length === 0 ? l10n.t('No frames') : timedBlock(lines, frames.length),
  ].join('\n\n')}\n`;
}

// Maximum number of lines. The messages below show the remaining differences.
const MAX_DIFFERENCES = 50;

function differencesText(all: readonly string[]): readonly string[] {
  if (all.length === 0) return [];
  const rest = all.length - MAX_DIFFERENCES;
  const lines = all.slice(0, MAX_DIFFERENCES).map((one) => `- ${escapeLine(one)}`);
  const more = rest > 0 ? [`- ${l10n.t('… and {0} more', rest)}`] : [];
  return [`## ${l10n.t('Differences')}`, [...lines, ...more].join('\n')];
}

function closedText(from: RecordedSession['closed']['from'], ending: string): string {
  if (ending === '') {
    return from === 'server' ? l10n.t('Closed by the server') : l10n.t('Closed by the client');
  }
  return from === 'server'
    ? l10n.t('Closed by the server: {0}', ending)
    : l10n.t('Closed by the client: {0}', ending);
}

function requestText({ clientContent, realtimeInput }: JsonObject): string {
  const turns = isObject(clientContent) ? items(clientContent.turns).filter(isObject) : [];
  const texts = turns.flatMap(textsIn);
  const typed = isObject(realtimeInput) ? textAt(realtimeInput, 'text') : '';
  return [...texts, typed]
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('');
}

function messageText({ serverContent }: JsonObject): string {
  if (!isObject(serverContent)) return '';
  const { modelTurn, outputTranscription, turnComplete } = serverContent;
  const texts = isObject(modelTurn) ? textsIn(modelTurn) : [];
  const heard = isObject(outputTranscription) ? [textAt(outputTranscription, 'text')] : [];
  return [...texts, ...heard, ...(turnComplete === true ? ['\n'] : [])].join('');
}

function textsIn({ parts }: JsonObject): readonly string[] {
  return items(parts)
    .filter(isObject)
    .filter(({ thought }) => thought !== true)
    .map((part) => textAt(part, 'text'));
}
