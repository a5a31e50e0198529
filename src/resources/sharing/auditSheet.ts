import * as l10n from '@vscode/l10n';
import { csvLine } from '../../base/format';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import { repeatedLabels } from '../resourceTexts';
import { permissionsOf, roleWord } from './permissions';
import type { TableRow } from '../../webview/tableRows';

export interface Access {
  readonly entry: AccessEntry;
  readonly permission: JsonObject;
}

export function accesses({ entries, isEveryoneOnly }: AccessState): readonly Access[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const all = entries.flatMap((entry) =>
    entry.permissions.map((permission) => ({ entry, permission })),
  );
  const isFirst = ({ permission }: Access): number => (isForEveryone(permission) ? 0 : 1);
  return all
    .filter(({ permission }) => !isEveryoneOnly || isForEveryone(permission))
    .sort((a, b) => isFirst(a) - isFirst(b) || compare(a.entry.label, b.entry.label));
}

function isForEveryone(permission: JsonObject): boolean {
  return permission.granteeType === 'EVERYONE';
}

export function granteeLabel(permission: JsonObject): string {
  if (isForEveryone(permission)) return l10n.t('Everyone');
  const address = textAt(permission, 'emailAddress') || textAt(permission, 'name');
  return permission.granteeType === 'GROUP' ? l10n.t('{0} (group)', address) : address;
}

export function auditSheet(state: AccessState): Sheet {
  const isReading = state.phase === 'reading';
  const labels = labelsIn(state);
  return {
    title: l10n.t('Access'),
    isBusy: isReading,
    blocks: [
      { kind: 'heading', text: l10n.t('Who has access: {0}', state.title) },
      { kind: 'text', text: progressText(state), tone: 'muted' },
      everyoneText(state),
      {
        kind: 'buttons',
        buttons: [
          {
            id: 'filter',
            title: state.isEveryoneOnly
              ? l10n.t('Show All')
              : l10n.t('Show Only Resources Shared with Everyone'),
          },
          { id: 'csv', title: l10n.t('Copy as CSV') },
          ...(isReading ? [] : [{ id: 'again', title: l10n.t('Refresh') }]),
        ],
      },
      {
        kind: 'table',
        id: 'access',
        caption: l10n.t('Permissions'),
        columns: [l10n.t('Resource'), l10n.t('Type'), l10n.t('Who'), l10n.t('Role')].map(
          (title) => ({ title }),
        ),
        rows: accesses(state).map((one) => accessRow(one, labels(one.entry))),
        actions: [
          { id: 'changeRole', title: l10n.t('Change Role…') },
          { id: 'revoke', title: l10n.t('Revoke…'), tone: 'danger' },
        ],
        empty: emptyText(state),
      },
      ...keptTable(state),
      ...unreadTable(state),
    ],
  };
}

function emptyText({ phase, isEveryoneOnly }: AccessState): string {
  if (phase === 'reading') return l10n.t('No permissions loaded yet');
  return isEveryoneOnly
    ? l10n.t('No resources shared with everyone')
    : l10n.t('There are no permissions.');
}

function progressText({ phase, entries, read }: AccessState): string {
  if (phase === 'reading') {
    return entries.length === 1
      ? l10n.t('Loading permissions for 1 resource.')
      : l10n.t('Loaded permissions for {0} of {1} resources.', read, entries.length);
  }
  const count = entries.reduce((sum, { permissions }) => sum + permissions.length, 0);
  if (phase === 'read') {
    const permissions = count === 1 ? l10n.t('1 permission') : l10n.t('{0} permissions', count);
    return entries.length === 1
      ? l10n.t('{0} on 1 resource.', permissions)
      : l10n.t('{0} on {1} resources.', permissions, entries.length);
  }
  return entries.length === 1
    ? l10n.t('Canceled before the permissions were loaded.')
    : l10n.t(
        'Canceled after {0} of {1} resources. The results are incomplete.',
        read,
        entries.length,
      );
}

function everyoneText({ entries, phase, unlisted }: AccessState): SheetBlock {
  const count = entries.filter(({ permissions }) => permissions.some(isForEveryone)).length;
  if (count > 0) {
    const text =
      count === 1
        ? l10n.t('1 resource is shared with everyone.')
        : l10n.t('{0} resources are shared with everyone.', count);
    return { kind: 'text', text, tone: 'danger' };
  }
  const isWhole =
    phase === 'read' && unlisted.length === 0 && entries.every((one) => one.failure === undefined);
  const text = isWhole
    ? l10n.t('Nothing is shared with everyone.')
    : l10n.t('None of the loaded resources are shared with everyone.');
  return { kind: 'text', text: phase === 'reading' ? '' : text, tone: 'muted' };
}

function labelsIn({ entries }: AccessState): (entry: AccessEntry) => string {
  const shared = repeatedLabels(entries.map(({ label }) => label));
  return ({ label, ref }) =>
    shared.has(label) ? `${label} (${ref.name.split('/').at(-1) ?? ref.name})` : label;
}

function accessRow({ entry, permission }: Access, label: string): TableRow {
  const row = {
    id: textAt(permission, 'name'),
    cells: [
      { text: label, action: 'open' },
      { text: l10n.t(kindRow(entry.ref.kind).noun.message), tone: 'muted' as const },
      { text: granteeLabel(permission) },
      { text: roleWord(permission.role) },
    ],
    // An owner can only be changed by a transfer.
    isSelectable: permission.role !== 'OWNER',
  };
  return isForEveryone(permission) ? { ...row, tone: 'danger' } : row;
}

function keptTable(state: AccessState): readonly SheetBlock[] {
  const labels = labelsIn(state);
  const rows = accesses({ ...state, isEveryoneOnly: false }).flatMap(({ entry, permission }) => {
    const id = textAt(permission, 'name');
    const reason = state.kept.get(id);
    if (reason === undefined) return [];
    const cells = [labels(entry), granteeLabel(permission), reason].map((text) => ({ text }));
    return [{ id, cells, tone: 'danger' as const }];
  });
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      id: 'kept',
      caption: l10n.t('Not revoked'),
      columns: [l10n.t('Resource'), l10n.t('Who'), l10n.t('Reason')].map((title) => ({ title })),
      rows,
      empty: '',
    },
  ];
}

function unreadTable(state: AccessState): readonly SheetBlock[] {
  const { entries, unlisted } = state;
  const labels = labelsIn(state);
  const rows = [
    ...unlisted.map(({ label, reason }) => ({
      id: label,
      cells: [{ text: label }, { text: reason }],
    })),
    ...entries.flatMap((entry) => {
      const { ref, failure } = entry;
      if (failure === undefined) return [];
      return [
        { id: ref.name, cells: [{ text: labels(entry), action: 'open' }, { text: failure }] },
      ];
    }),
  ];
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      id: 'unread',
      caption: l10n.t('Couldn’t be loaded'),
      columns: [l10n.t('Resource'), l10n.t('Reason')].map((title) => ({ title })),
      rows,
      empty: '',
    },
  ];
}

export interface AccessEntry {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly permissions: readonly JsonObject[];
  readonly failure?: string;
}

export interface AccessState {
  readonly title: string;
  readonly phase: 'reading' | 'read' | 'cancelled';
  readonly entries: readonly AccessEntry[];
  readonly read: number;
  readonly unlisted: readonly { readonly label: string; readonly reason: string }[];
  readonly isEveryoneOnly: boolean;
  readonly kept: ReadonlyMap<string, string>;
}

const TITLES = ['resource', 'displayName', 'kind', 'granteeType', 'emailAddress', 'role'];

/** Returns the permissions as CSV. Headers aren't localized, because programs read them. */
export function accessCsv(state: AccessState): string {
  const rows = accesses(state).map(({ entry, permission }) => [
    entry.ref.name,
    entry.label,
    kindRow(entry.ref.kind).message,
    textAt(permission, 'granteeType'),
    textAt(permission, 'emailAddress'),
    textAt(permission, 'role'),
  ]);
  return [TITLES, ...rows].map(csvLine).join('');
}

export function permissionRef({ entry, permission }: Access): ResourceRef {
  const { connection, version, kind } = permissionsOf(entry.ref) ?? entry.ref;
  return { connection, version, kind, name: textAt(permission, 'name') };
}
