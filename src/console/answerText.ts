import { STATUS_CODES } from 'node:http';
import { oneLine } from '../api/errors/brief';
import { targetOf } from '../api/request';
import { AppError, errorMessage } from '../base/errors';
import { shownSize } from '../base/format';
import type { L10n } from '../platform/l10n';
import { plainText } from '../platform/plainText';
import type { Answer } from './answer';
import { KEPT } from './answerBody';
import { durationText } from './measures';

/** An answer as a document: what is known about it in comments, then its body. */
export function answerText(answer: Answer, l10n: L10n): string {
  const { request, connection, headers, text } = answer;
  const about = [
    summary(answer, l10n),
    l10n.t('{0} on “{1}”, {2}', request.operation, connection.now, request.version),
    `${request.method} ${targetOf(request)}`,
    ...troubles(answer, l10n),
  ];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const blocks = [comment(answer, about), comment(answer, lines), text].filter(Boolean);
  const end = answer.isCut ? `\n\n${comment(answer, [cutText(l10n)])}` : '';
  return `${blocks.join('\n\n')}${end}\n`;
}

/** `200 OK · 1.24 s · 3.4 KB` */
function summary(answer: Answer, l10n: L10n): string {
  const { state, status } = answer;
  const phrase = status === undefined ? '' : `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const parts = [
    phrase,
    state === 'running' ? (phrase === '' ? l10n.t('Sending…') : l10n.t('Receiving…')) : '',
    state === 'cancelled' ? l10n.t('Cancelled') : '',
    state === 'failed' ? l10n.t('Failed') : '',
    durationText(answer.durationMs),
    phrase === '' ? '' : shownSize(answer.bytes, l10n),
  ];
  return parts.filter(Boolean).join(' · ');
}

function troubles(answer: Answer, l10n: L10n): readonly string[] {
  const { error, isCut } = answer;
  const hint = error instanceof AppError ? error.hint : undefined;
  return [
    ...(error === undefined ? [] : [errorMessage(error)]),
    ...(hint === undefined ? [] : [hint]),
    ...(isCut ? [cutText(l10n)] : []),
  ];
}

function cutText(l10n: L10n): string {
  return l10n.t(
    'The answer is larger than {0} MiB: only its beginning is shown.',
    KEPT / 1024 / 1024,
  );
}

/** Lines that no text from elsewhere can leave. */
function comment({ redact }: Answer, lines: readonly string[]): string {
  return lines.map((line) => `// ${plainText(oneLine(redact(line)))}`).join('\n');
}
