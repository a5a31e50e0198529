import * as vscode from 'vscode';
import type { ServiceReason, TransportReason } from '../api/errors';
import { AppError } from '../base/errors';
import { commandId, type CommandName } from '../catalog/ids';
import type { FixButton } from '../platform/report';

type OwnReason =
  'noKey' | 'keyForOtherOrigin' | 'secretStorage' | 'unknownConnection' | 'unsupportedAuth';
type FixCommand = Extract<CommandName, 'addApiKey' | 'switchConnection' | 'showLog'>;

const FIXES: { readonly [R in ServiceReason | TransportReason | OwnReason]?: FixCommand } = {
  noKey: 'addApiKey',
  keyForOtherOrigin: 'addApiKey',
  secretStorage: 'addApiKey',
  invalidKey: 'addApiKey',
  blockedKey: 'addApiKey',
  noCredential: 'addApiKey',
  unauthenticated: 'addApiKey',
  badCredential: 'addApiKey',
  unknownConnection: 'switchConnection',
  unsupportedAuth: 'switchConnection',
  needsSignIn: 'switchConnection',
  unreachable: 'switchConnection',
  refused: 'switchConnection',
  dns: 'switchConnection',
};

/** The buttons under an error message: the one that helps against its reason, and the log. */
export function fixesFor(error: unknown): readonly FixButton[] {
  const reasons: { readonly [reason: string]: FixCommand | undefined } = FIXES;
  const reason = error instanceof AppError ? String(error.reason) : '';
  const fix = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return [...(fix ? [button(fix)] : []), button('showLog')];
}

function button(command: FixCommand): FixButton {
  return {
    title: titleOf(command),
    run: () => vscode.commands.executeCommand(commandId(command)),
  };
}

function titleOf(command: FixCommand): string {
  switch (command) {
    case 'addApiKey':
      return vscode.l10n.t('Add API Key…');
    case 'switchConnection':
      return vscode.l10n.t('Switch Connection…');
    case 'showLog':
      return vscode.l10n.t('Show Log');
  }
}
