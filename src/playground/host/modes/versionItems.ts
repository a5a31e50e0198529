import { operationRow } from '../../../api/operations';
import { findType, isEnum } from '../../../api/schema/messages';
import { holdsIn, VERSIONS, type Version } from '../../../api/versions';
import type { L10n } from '../../../platform/l10n';
import type { PickItem } from '../../../platform/prompts';
import { PLAYGROUND_MODES, DEFAULT_MODE, type PlaygroundMode } from '../../conversation';
import type { SessionAccess } from '../sessionAccess';
import { modeCall, modeLabel } from './modeCall';
import { MODES } from '../../modes';
import { unsentInMode } from './unsentInMode';

export interface VersionChoice {
  readonly version: Version;
  /** It has the operation that the conversation asks by. */
  readonly hasMode: boolean;
  /** Those that it has an operation for. */
  readonly modes: readonly PlaygroundMode[];
}

/** The versions of the service, each with what a conversation could not send there. */
export function versionItems(
  { conversation, target }: Pick<SessionAccess, 'conversation' | 'target'>,
  l10n: L10n,
): readonly PickItem<VersionChoice>[] {
  const { mode = DEFAULT_MODE } = target;
  const call = modeCall(conversation, target.methods);
  return VERSIONS.map((version) => {
    const hasMode = call !== undefined && operationRow(call.operation).versions.includes(version);
    const modes = PLAYGROUND_MODES.filter((id) =>
      MODES[id].calls.some(({ operation }) => operationRow(operation).versions.includes(version)),
    );
    const unsent = hasMode ? unsentInMode(conversation, { ...target, version }, l10n).leftOut : [];
    const lacking = hasMode ? lackingFields(call.operation, version) : [];
    const detail = !hasMode
      ? l10n.t(
          'Does not have for this model: {0}. It has: {1}.',
          modeLabel(mode, l10n),
          modes.map((id) => modeLabel(id, l10n)).join(', '),
        )
      : [
          lacking.length > 0 ? l10n.t('Without {0}.', lacking.join(', ')) : '',
          unsent.length > 0 ? l10n.t('Of your settings, not sent: {0}.', unsent.join(', ')) : '',
        ]
          .filter(Boolean)
          .join(' ');
    return {
      label: version,
      ...(detail && { detail }),
      value: { version, hasMode, modes },
      active: version === target.version,
    };
  });
}

/** Fields that the request of an operation has in another version only. */
function lackingFields(operation: Parameters<typeof operationRow>[0], version: Version): string[] {
  const name = operationRow(operation).body ?? '';
  const row = findType(name);
  if (!row || isEnum(row)) return [];
  const all = Object.entries(row.fields);
  return all.filter(([, field]) => !holdsIn(field.versions, version)).map(([field]) => field);
}
