import * as l10n from '@vscode/l10n';
import { operationRow } from '../../api/operations';
import { findMessage } from '../../api/schema/messages';
import { isDocumented } from '../../api/schema/row';
import { isServed, type Version, VERSIONS } from '../../api/versions';
import {
  DEFAULT_MODE,
  PLAYGROUND_MODES,
  type PlaygroundMode,
} from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import type { SessionServices } from '../../conversation/session/context';
import { unsentFields } from '../../conversation/request/conversationRequest';
import { canDo, firstMode, modeCall, modeLabel } from '../../conversation/request/modeCall';
import { connectionInfo } from '../../conversation/request/resolveTarget';
import type { Session } from '../../conversation/session/session';
import { fieldWords } from '../../conversation/request/fieldWords';
import { type ChoiceRow, type Choices, separated } from './choices';
import { modelChoices, type ModelChoicesDeps } from './modelChoices';

export interface TargetChoicesDeps extends ModelChoicesDeps {
  readonly services: Pick<SessionServices, 'models' | 'clock' | 'log' | 'connections' | 'emulator'>;
}

/**
 * The model that answers; one that is known to be for something else changes what is asked for.
 * @param use what is done with the chosen one: it gets the function that makes it the conversation's
 */
export function answererChoices(
  deps: TargetChoicesDeps,
  session: Session,
  use: (take: () => void) => void | Promise<void> = (take) => take(),
): Choices {
  const { target } = session;
  const { mode = DEFAULT_MODE } = target;
  return modelChoices(deps, {
    ...{ target, mode },
    placeholder: l10n.t('Choose the model that answers'),
    take(chosen) {
      const other = chosen.methods && !canDo(mode, chosen) ? firstMode(chosen) : undefined;
      return use(() => {
        if (other) session.setMode(other, chosen.name);
        else session.setModel(chosen.name);
      });
    },
  });
}

/**
 * What is asked for. A mode that the model can't do leads to the models that can.
 * @param version where those are looked for
 * @param done called once it is chosen
 */
export function modeChoices(
  deps: TargetChoicesDeps,
  session: Session,
  among: readonly PlaygroundMode[] = PLAYGROUND_MODES,
  version?: Version,
  done: () => void = () => undefined,
): Choices {
  const { target } = session;
  const { mode: current = DEFAULT_MODE } = target;
  const { modes, model } = session.state;
  const reasonOf = (id: PlaygroundMode): string | undefined =>
    modes.find((info) => info.id === id)?.reason;
  const row = (mode: PlaygroundMode): ChoiceRow => {
    const reason = reasonOf(mode);
    const isUsable = reason === undefined && model !== undefined;
    return {
      id: mode,
      label: modeLabel(mode),
      detail: MODES[mode].detail(),
      isCurrent: mode === current,
      ...(reason !== undefined && { facts: [reason] }),
      ...(!isUsable && { leads: true }),
      async choose() {
        if (isUsable) {
          session.setMode(mode);
          done();
          return true;
        }
        return modelChoices(deps, {
          ...{ target, mode, version },
          placeholder: l10n.t('Choose a model for: {0}', modeLabel(mode)),
          take({ name }) {
            session.setMode(mode, name);
            done();
          },
        });
      },
    };
  };
  const usable = among.filter((id) => reasonOf(id) === undefined);
  const others = among.filter((id) => reasonOf(id) !== undefined);
  return {
    title: l10n.t('Mode'),
    placeholder: l10n.t('Choose what is asked for'),
    rows: async () => [
      ...usable.map(row),
      ...separated(others.map(row), l10n.t('With another model')),
    ],
  };
}

/** All versions, and what each changes; one without the mode's operation leads to the modes that it has. */
export function versionChoices(deps: TargetChoicesDeps, session: Session): Choices {
  return {
    title: l10n.t('Service Version'),
    placeholder: l10n.t('Choose the version that requests go to'),
    rows: async () =>
      VERSIONS.filter((version) => modesOf(version).length > 0).map((version) =>
        versionRow(deps, session, version),
      ),
  };
}

/** The modes that a version has. */
function modesOf(version: Version): readonly PlaygroundMode[] {
  return PLAYGROUND_MODES.filter((id) =>
    MODES[id].calls.some(({ operation }) => isServed(operationRow(operation), version)),
  );
}

function versionRow(deps: TargetChoicesDeps, session: Session, version: Version): ChoiceRow {
  const { conversation, target } = session;
  const { mode = DEFAULT_MODE } = target;
  const call = modeCall(conversation, target.methods);
  const hasMode = call !== undefined && isServed(operationRow(call.operation), version);
  const modes = modesOf(version);
  const unsent = hasMode ? unsentFields(conversation, { ...target, version }).leftOut : [];
  const lacking = hasMode ? lackingFields(call.operation, version) : [];
  const detail = !hasMode
    ? l10n.t(
        '{0} is not available for this model in {1}. With other models: {2}.',
        modeLabel(mode),
        version,
        modes.map((id) => modeLabel(id)).join(', '),
      )
    : [
        lacking.length > 0 ? l10n.t('Without {0}.', fieldWords(lacking)) : '',
        unsent.length > 0 ? l10n.t('Of your settings, not sent: {0}.', fieldWords(unsent)) : '',
      ]
        .filter(Boolean)
        .join(' ');
  const take = (): void => session.setVersion(version);
  return {
    id: version,
    label: version,
    ...(detail && { detail }),
    isCurrent: version === target.version,
    ...(!hasMode && { leads: true }),
    async choose() {
      if (!hasMode) return modeChoices(deps, session, modes, version, take);
      take();
      return true;
    },
  };
}

/** Fields that the request of an operation has in another version only. */
function lackingFields(operation: Parameters<typeof operationRow>[0], version: Version): string[] {
  const name = operationRow(operation).body ?? '';
  const all = Object.entries(findMessage(name)?.fields ?? {});
  return all.filter(([, field]) => !isDocumented(field, version)).map(([field]) => field);
}

export function connectionChoices(deps: TargetChoicesDeps, session: Session): Choices {
  const { connections, emulator } = deps.services;
  const { connection: current } = session.target;
  return {
    title: l10n.t('Connection'),
    placeholder: l10n.t('For this conversation only'),
    rows: async () =>
      connections.list().map((connection) => ({
        id: connection.id,
        label: connection.name,
        description: connectionInfo(connection, emulator).detail,
        isCurrent: connection.id === current,
        async choose() {
          session.setConnection(connection.id);
          return true;
        },
      })),
  };
}
