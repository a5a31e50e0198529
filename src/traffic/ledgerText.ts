import * as l10n from '@vscode/l10n';
import { localTime } from '../base/format';
import { plainText } from '../platform/plainText';
import type { LedgerRow, TrafficLog } from '../service/trafficLog';
import { countsText } from './entryText';

/** Lists every host that this window has contacted, as Markdown that is also readable as source. */
export function ledgerText({ since, ledger }: Pick<TrafficLog, 'since' | 'ledger'>): string {
  const paragraphs = [
    `# ${l10n.t('Hosts contacted by this window')}`,
    l10n.t('All requests from this extension since {0}, by host.', localTime(since)),
    ledger.length === 0 ? l10n.t('No requests yet') : table(ledger, since),
    l10n.t(
      '“Sent” and “Received” count body bytes on the wire, without headers or encryption overhead. A request counts as failed if no complete response arrived. Error responses from the API count as responses.',
    ),
    ...eventLines(ledger),
    ...proxyLines(ledger),
    `## ${l10n.t('Other network access')}`,
    l10n.t(
      'None. All connections go through one layer of the extension, which counts every request for this list. The build fails if any other part of the extension opens a connection.',
    ),
    [
      l10n.t(
        'The built-in emulator and the sign-in redirect page run on this machine and only accept connections.',
      ),
      l10n.t(
        'Signing in opens a page in your browser. Requests from your browser, VS Code, and other extensions aren’t listed here.',
      ),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function table(ledger: readonly LedgerRow[], since: number): string {
  const head = [
    l10n.t('Host'),
    l10n.t('Requests'),
    l10n.t('Failed'),
    l10n.t('Sent'),
    l10n.t('Received'),
    l10n.t('First'),
    l10n.t('Last'),
  ];
  const rows = ledger.map((row) => [
    hostText(row.host),
    ...[row.count, row.failed, row.bytesSent, row.bytesReceived].map((count) =>
      count.toLocaleString('en'),
    ),
    ...[row.firstAt, row.lastAt].map((at) => momentText(at, since)),
  ]);
  const widths = head.map((title, index) =>
    Math.max(3, title.length, ...rows.map((cells) => cells[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => padded(cell, index, widths[index] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width, index) =>
    isNumber(index) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function padded(cell: string, index: number, width: number): string {
  return isNumber(index) ? cell.padStart(width) : cell.padEnd(width);
}

function isNumber(column: number): boolean {
  return column >= 1 && column <= 4;
}

function momentText(at: number, since: number): string {
  const [sinceDay] = localTime(since).split(' ');
  const [day, time = ''] = localTime(at).split(' ');
  return day === sinceDay ? time : `${day} ${time}`;
}

function hostText(host: string): string {
  return plainText(host).replaceAll('|', '\\|');
}

function eventLines(ledger: readonly LedgerRow[]): readonly string[] {
  const lines = ledger.flatMap(({ host, events }) =>
    events ? [l10n.t('- {0}: {1}', hostText(host), countsText(events))] : [],
  );
  if (lines.length === 0) return [];
  return [
    l10n.t(
      'Named stream events, recorded while the setting generativeLanguage.traffic.enabled is on:',
    ),
    lines.join('\n'),
  ];
}

function proxyLines(ledger: readonly LedgerRow[]): readonly string[] {
  const lines = ledger.flatMap(({ host, proxies = [] }) =>
    proxies.map((proxy) =>
      l10n.t('- {0} was reached through the proxy {1}.', hostText(host), hostText(proxy)),
    ),
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}
