import * as l10n from '@vscode/l10n';
import { localTime } from '../base/format';
import { plainText } from '../platform/plainText';
import type { LedgerRow, TrafficLog } from '../service/trafficLog';
import { countsText } from './entryText';

/** Every host that this window has contacted, as Markdown whose source reads as well. */
export function ledgerText({ since, ledger }: Pick<TrafficLog, 'since' | 'ledger'>): string {
  const paragraphs = [
    `# ${l10n.t('Network ledger of this window')}`,
    l10n.t('Everything that this extension has sent since {0}, by host.', localTime(since)),
    ledger.length === 0 ? l10n.t('Nothing was sent yet.') : table(ledger, since),
    l10n.t(
      'Sent and received are bytes of bodies, as they were on the wire: headers, and what encryption adds, are not counted. A request has failed where no whole answer came; an error that the service answers with is an answer.',
    ),
    ...eventLines(ledger),
    ...proxyLines(ledger),
    `## ${l10n.t('What else it can contact')}`,
    l10n.t(
      'Nothing. One layer of the extension opens connections, and it counts every request here. A test fails the build of the extension if any other part of it opens one.',
    ),
    [
      l10n.t(
        'The built-in emulator and the page that a sign-in ends at are on this machine. They listen, and call nobody.',
      ),
      l10n.t(
        'A sign-in opens a page in your browser. What your browser sends is not in this list, nor is what VS Code and other extensions send.',
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

/** Of today the time is enough. */
function momentText(at: number, since: number): string {
  const [sinceDay] = localTime(since).split(' ');
  const [day, time = ''] = localTime(at).split(' ');
  return day === sinceDay ? time : `${day} ${time}`;
}

/** A bar would end the cell. */
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
      'Events of streams that name them, while the setting generativeLanguage.traffic.enabled is on:',
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
