import { sizeText, timeLeft } from '../../base/format';
import { isObject, items, textAt } from '../../base/json';
import { inlineLimits } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import type { BodyProblem, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, joined, type Parts, shownTime, timeAt, toldBy, wordsOf } from './facts';
import { fileType } from './file';

const MINUTE = 60_000;
/** Idle time in ms until the machine stops. */
const IDLE = 15 * MINUTE;
/** Idle time in ms until deletion. */
const KEPT = 7 * 24 * 60 * MINUTE;

const STATES: { readonly [status: string]: { readonly word: Text; readonly icon: string } } = {
  active: { word: text('active'), icon: 'vm-active' },
  expired: { word: text('stopped'), icon: 'vm-outline' },
};

function stateOf(resource: JsonObject) {
  return wordsOf(STATES, textAt(resource, 'status').toLowerCase());
}

/** Returns a count, which the API sends as a string. Undefined if missing. */
function countAt(resource: JsonObject, field: string): number | undefined {
  const value = resource[field];
  const count = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined;
}

function filesFact(resource: JsonObject): Text | undefined {
  const count = countAt(resource, 'file_count');
  if (count === undefined) return undefined;
  return text(count === 1 ? '{0} file' : '{0} files', count.toLocaleString('en'));
}

function sizeFact(resource: JsonObject, isSpoken = false): Text | undefined {
  const bytes = countAt(resource, 'size_bytes');
  return bytes === undefined ? undefined : sizeText(bytes, isSpoken);
}

/** Returns when an idle timeout elapses, in ms since 1970. */
function idleEnd(resource: JsonObject, after: number): number | undefined {
  const used = timeAt(resource, 'last_accessed') ?? timeAt(resource, 'updated');
  return used === undefined ? undefined : used + after;
}

/** Returns the time until deletion in ms. Undefined if unknown. */
function remainingTime(resource: JsonObject, now: number | undefined): number | undefined {
  const end = idleEnd(resource, KEPT);
  return end === undefined || now === undefined ? undefined : end - now;
}

function facts(resource: JsonObject, isSpoken: boolean, now?: number): Parts {
  const left = remainingTime(resource, now);
  return [
    stateOf(resource)?.word,
    filesFact(resource),
    sizeFact(resource, isSpoken),
    left === undefined ? undefined : timeLeft(left, isSpoken),
  ];
}

function networkFact(resource: JsonObject): Text {
  const { network } = resource;
  if (network === 'disabled') return text('None');
  const allowed = items(isObject(network) ? network.allowlist : undefined).filter(isObject);
  const domains = allowed.map((one) => textAt(one, 'domain')).filter((domain) => domain !== '');
  return domains.length === 0 ? text('All') : text('{0}', domains.join(', '));
}

function sourcesOf(resource: JsonObject): string {
  const sources = items(resource.sources).filter(isObject);
  return sources.map((one) => textAt(one, 'source') || textAt(one, 'target')).join(', ');
}

function sourceProblems(body: JsonObject): readonly BodyProblem[] {
  let total = 0;
  const problems: BodyProblem[] = [];
  for (const [index, source] of items(body.sources).entries()) {
    if (!isObject(source) || typeof source.content !== 'string') continue;
    const isPacked = textAt(source, 'encoding').toLowerCase() === 'base64';
    const bytes = Buffer.byteLength(source.content, isPacked ? 'base64' : 'utf8');
    total += bytes;
    if (bytes <= inlineLimits.one) continue;
    problems.push({
      message: text('The “content” of a source can’t exceed 1 MB. Upload larger files afterward.'),
      path: ['sources', index, 'content'],
    });
  }
  if (problems.length > 0 || total <= inlineLimits.all) return problems;
  const message = text('The content of all sources can’t exceed 2 MB. Upload the rest afterward.');
  return [{ message, path: ['sources'] }];
}

/** Sandboxes of agents. They stop when idle and are deleted a week later. */
export const environment = {
  pattern: 'environments/*',
  message: 'environments.Environment',
  namedBy: 'id',
  section: 'interactions',
  icon: 'vm',
  noun: text('environment'),
  nouns: text('environments'),
  title: text('Environments'),
  empty: text('There are no environments.'),
  purpose: text('a sandbox for agents'),
  label: (resource) => textAt(resource, 'id'),
  ...toldBy(facts),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .tell('State', stateOf(resource)?.word)
      .tell('Files', filesFact(resource))
      .tell('Size', sizeFact(resource))
      .tell('Network access', networkFact(resource))
      .add('Sources', sourcesOf(resource))
      .add('Created', resource.created)
      .add('Last used', resource.last_accessed)
      .add('Stops if unused', shownAt(idleEnd(resource, IDLE)))
      .add('Deleted if unused', shownAt(idleEnd(resource, KEPT))).rows,
  icons: (resource) => stateOf(resource)?.icon,
  state: (resource) => stateOf(resource)?.word,
  size: (resource) => countAt(resource, 'size_bytes'),
  end: (resource) => idleEnd(resource, KEPT),
  gone: {
    statuses: [404],
    why: text('The server deletes environments that haven’t been used for seven days.'),
  },
  lost: (resource) => {
    const what = joined([filesFact(resource), sizeFact(resource)], ', ');
    return what && text(`Its contents are also deleted: ${what.message}.`, ...what.args);
  },
  verbs: { fillEnvironment: () => true, saveFilesAs: () => true, copyEnvironment: () => true },
  template: {
    sources: [{ type: 'inline', target: 'notes/readme.md', content: '' }],
    network: { allowlist: [{ domain: '*' }] },
  },
  problems: sourceProblems,
} as const satisfies KindRow;

function shownAt(time: number | undefined): unknown {
  return time === undefined ? undefined : shownTime(new Date(time).toISOString());
}

function isFolder(resource: JsonObject): boolean {
  return textAt(resource, 'type').toLowerCase() === 'directory';
}

function typeOf(resource: JsonObject) {
  return fileType({ mimeType: textAt(resource, 'mime_type') });
}

export const environmentFile = {
  pattern: 'environments/*/files/**',
  message: 'environments.EnvironmentFile',
  namedBy: 'path',
  icon: 'file',
  noun: text('file'),
  nouns: text('files'),
  title: text('Files'),
  empty: text('This folder is empty.'),
  label: (resource) => textAt(resource, 'name') || lastStep(resource),
  description: (resource) => (isFolder(resource) ? undefined : sizeFact(resource)),
  spoken: (resource) => (isFolder(resource) ? text('folder') : sizeFact(resource, true)),
  tooltip: (resource) =>
    new Facts()
      .add('Path', resource.path)
      .add('Type', resource.mime_type)
      .tell('Size', isFolder(resource) ? undefined : sizeFact(resource))
      .add('Created', resource.created)
      .add('Updated', resource.modified).rows,
  icons: (resource) => (isFolder(resource) ? 'folder' : typeOf(resource)?.icon),
  type: (resource) => (isFolder(resource) ? text('folder') : typeOf(resource)?.word),
  size: (resource) => countAt(resource, 'size_bytes'),
  isFolder,
  isOpenedAsFile: true,
  verbs: {
    openFile: (resource) => !isFolder(resource),
    saveFilesAs: () => true,
    fillEnvironment: isFolder,
  },
} as const satisfies KindRow;

function lastStep(resource: JsonObject): string {
  return textAt(resource, 'path').split('/').at(-1) ?? '';
}
