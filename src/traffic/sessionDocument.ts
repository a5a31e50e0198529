import * as l10n from '@vscode/l10n';
import { escapeLine } from '../platform/escapeLine';
import { STATUS_CODES } from 'node:http';
import { isOperationId, operationRow } from '../api/operations';
import { MARK, redact } from '../api/redact';
import { omitSecretFields } from '../api/schema/secrets';
import { distinct } from '../base/event';
import { fence } from '../base/format';
import { revealingParts } from '../recordings/secrets';
import { findProgram, type SessionEntry } from '../service/sessionTraffic';
import type { SessionExchange, SessionWire } from '../service/sessionExchange';
import {
  bodyText,
  frameLines,
  headBlock,
  showExchange,
  type ShowExchangeDeps,
} from './exchangeDocument';
import { exchangeActions, programUses } from './exchangeUses';
import { sessionFacts, sessionRowText } from './sessionText';

/**
 * Opens a request of the window or an app with its response. Throws `AppError` if the request is no longer retained.
 */
export async function openExchange(parts: ShowExchangeDeps, id: number): Promise<void> {
  const { traffic, documents, redact: clean, isTrusted } = parts;
  const entry = findProgram(traffic, id);
  if (!entry) {
    await showExchange(parts, id);
    return;
  }
  // Shows the last known state once the request is no longer retained.
  let last = entry;
  const current = (): SessionEntry => (last = findProgram(traffic, id) ?? last);
  const { label } = sessionRowText(entry);
  await documents.show({
    name: `${label.replaceAll(/[^\w.-]+/g, '-')}.md`,
    read: () => clean(sessionExchangeText(current())),
    ...(entry.progress !== 'ended' && {
      onDidChange: (tell) => traffic.onDidChange(distinct(current, () => tell())),
    }),
    get actions() {
      return exchangeActions(id, programUses(current()), isTrusted);
    },
  });
}

export function sessionExchangeText(entry: SessionEntry): string {
  const facts = sessionFacts(entry).map((line) => `- ${escapeLine(line)}`);
  const { wire } = entry;
  const text = [
    `# ${escapeLine(sessionRowText(entry).label)}`,
    facts.join('\n'),
    `## ${l10n.t('Request')}`,
    headBlock(`${entry.method} ${entry.target}`, entry.headers),
    ...(wire ? wireText(entry, wire) : [missingBodyReason(entry)]),
  ];
  const secrets = wire ? revealingParts(wire.secrets) : [];
  return redact(`${text.join('\n\n')}\n`, secrets);
}

function missingBodyReason({ messages, progress, isCut }: SessionExchange): string {
  if (progress === 'running') return l10n.t('Bodies are shown after the request completes.');
  if (progress === 'lost') {
    return l10n.t(
      'Bodies aren’t available. The emulator or the connection to it stopped early, or traffic recording was off.',
    );
  }
  if (messages) return l10n.t('Messages of Live API sessions aren’t stored.');
  return isCut
    ? l10n.t('Bodies aren’t stored because together they exceed 8 MB.')
    : l10n.t(
        'Bodies aren’t available because the request started before its folder was monitored.',
      );
}

function wireText(entry: SessionEntry, wire: SessionWire): readonly string[] {
  const { upload, request, answerHeaders, pieces } = wire;
  const { status } = entry;
  const [asked, answered] = messagesOf(entry);
  const answer = Buffer.concat(pieces.map(({ bytes }) => bytes));
  return [
    ...(upload ? [fence(JSON.stringify(upload, undefined, 2), 'json')] : []),
    ...retainedText(request, asked),
    `## ${l10n.t('Response')}`,
    ...(status === undefined
      ? [l10n.t('No response was received.')]
      : [headBlock(`${status} ${STATUS_CODES[status] ?? ''}`.trim(), answerHeaders)]),
    ...retainedText(answer, answered),
    ...(entry.isLeft ? [l10n.t('The app disconnected before the response was complete.')] : []),
    ...(pieces.filter(({ bytes }) => bytes.length > 0).length > 1
      ? [`## ${l10n.t('Frames')}`, fence(framesOf(wire).join('\n'), 'text')]
      : []),
  ];
}

function framesOf({ pieces }: SessionWire): readonly string[] {
  const frames = pieces.map(({ ms, bytes }) => ({ atMs: ms, bytes: bytes.length }));
  return frameLines(frames);
}

/** Returns the request and response message types, whose secret fields must be redacted. */
function messagesOf({ operation = '' }: SessionExchange): readonly (string | undefined)[] {
  if (!isOperationId(operation)) return [];
  const { body, response } = operationRow(operation);
  return [body, response];
}

const SHOWN = 256 * 1024;

function retainedText(bytes: Buffer, message: string | undefined): readonly string[] {
  const text = bytes.toString('utf8', 0, SHOWN);
  const clean = message === undefined ? text : omitSecretFields(text, message, MARK);
  return bodyText({ text: clean, isCut: bytes.length > SHOWN });
}
