import { operationIds, operationRow, sessions, versionsOf } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { statusIn } from '../api/status';
import { isAvailable, type Version, VERSIONS } from '../api/versions';
import { PREFIX } from './ids';
import { settingNames, settingRow } from './settings';
import { settingTexts } from './settingTexts';

const groups: readonly { readonly title: string; readonly families: readonly string[] }[] = [
  { title: 'Models', families: ['models', 'dynamic'] },
  { title: 'Tuned models', families: ['tunedModels'] },
  { title: 'Corpora', families: ['corpora'] },
  { title: 'Files', families: ['files', 'media', 'generatedFiles'] },
  { title: 'Cached contents', families: ['cachedContents'] },
  { title: 'File search stores', families: ['fileSearchStores'] },
  { title: 'Batches', families: ['batches'] },
  { title: 'Interactions', families: ['interactions'] },
  { title: 'Decisions', families: ['decisions'] },
  { title: 'Agents', families: ['agents', 'environments', 'triggers', 'credentials'] },
  { title: 'Voices', families: ['voices'] },
  { title: 'Webhooks', families: ['webhooks'] },
  { title: 'Operations', families: ['operations'] },
  { title: 'Ephemeral tokens', families: ['auth_tokens'] },
];

const HEAD = [
  'API method',
  'Versions',
  'Status',
  'What it does',
  'HTTP',
  'Credential',
  'Effect',
  'If it fails',
] as const;

const CREDENTIALS: { readonly [C in OperationRow['credential']]: string } = {
  apiKey: 'API key',
  oauth: 'account',
  documentedOauth: 'API key (account)',
};

const EFFECTS: { readonly [E in OperationRow['effect']]: string } = {
  read: 'reads',
  write: 'writes',
  dangerous: 'destructive',
};

/** Returns the supported API methods as Markdown, formatted as oxfmt does. */
export function coverage(): string {
  const counts = VERSIONS.map((version) => [version, countIn(version)] as const);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const parts = counts.map(([version, count]) => `${count} in ${version}`);
  const sentence = `The client has ${all} API methods, counted per version: ${parts.join(', ')}.`;
  return [
    sentence,
    ...groups.map(group),
    section('Live API sessions', Object.entries(sessions)),
  ].join('\n\n');
}

function countIn(version: Version): number {
  return operationIds().filter((id) => isAvailable(operationRow(id), version)).length;
}

function group({ title, families }: (typeof groups)[number]): string {
  const ids = operationIds().filter((id) => families.includes(id.split('.', 1)[0] ?? ''));
  return section(
    title,
    ids.map((id) => [id, operationRow(id)]),
  );
}

function section(
  title: string,
  rows: readonly (readonly [id: string, row: OperationRow])[],
): string {
  const lines = table([HEAD, ...rows.map(([id, row]) => cells(id, row))]);
  const summary = `<summary>${title} (${rows.length})</summary>`;
  return `<details>\n${summary}\n\n${lines}\n\n</details>`;
}

function cells(id: string, row: OperationRow): readonly string[] {
  const credential = CREDENTIALS[row.credential];
  return [
    `\`${id}\``,
    versionsOf(row).join(', '),
    statusOf(row),
    row.summary,
    row.transport ?? row.verb,
    row.oauthWith === undefined ? credential : `${credential}; account with \`${row.oauthWith}\``,
    [EFFECTS[row.effect], ...traits(row)].join(', '),
    retryText(row),
  ];
}

function statusOf(row: OperationRow): string {
  const versions = versionsOf(row);
  const [first] = versions;
  if (first === undefined) return '';
  const word = (version: Version): string => {
    const { stage, successor } = statusIn(row, version);
    return successor === undefined ? stage : `${stage}: ${successor}`;
  };
  const others = versions.filter((version) => word(version) !== word(first));
  return [word(first), ...others.map((version) => `${version} ${word(version)}`)].join('; ');
}

function traits({ stream, paging, upload, longRunning }: OperationRow): readonly string[] {
  return [
    ...(stream ? ['streams'] : []),
    ...(paging ? ['pages'] : []),
    ...(upload ? ['uploads'] : []),
    ...(longRunning ? ['long-running'] : []),
  ];
}

function retryText({ verb, retry }: OperationRow): string {
  return retry === 'safe' || verb === 'DELETE' ? 'retried' : 'not retried';
}

export function settingsTable(): string {
  const rows = settingNames().map((name) => {
    const initial = defaultText(settingRow(name).default);
    return [`\`${PREFIX}.${name}\``, initial, settingTexts[name].summary];
  });
  return table([['Setting', 'Default', 'What it does'], ...rows]);
}

function defaultText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value !== '') return value;
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `\`${String(item)}\``).join(', ');
  }
  return 'none';
}

/** Formats a Markdown table as oxfmt does. */
export function table([head = [], ...body]: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
