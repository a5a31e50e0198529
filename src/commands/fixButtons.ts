import * as vscode from 'vscode';
import { commandId } from '../catalog/commands';
import type { FixButton } from '../platform/report';
import { vscodeSystem } from '../platform/system';
import type { AuthKind } from '../service/connection';
import { helpsFor, type Help, type HelpCommand } from './helps';

/** What helps against an error, as buttons. */
export function fixButtons(
  error: unknown,
  authOf: (connection: string) => AuthKind | undefined,
): readonly FixButton[] {
  return helpsFor(error, authOf).map(button);
}

function button(help: Help): FixButton {
  if (help.kind === 'page') {
    const { url } = help;
    return { title: vscode.l10n.t('Open Page'), run: () => vscodeSystem.openExternal(url) };
  }
  if (help.kind === 'manageTrust') {
    return {
      title: vscode.l10n.t('Manage Workspace Trust'),
      run: () => vscode.commands.executeCommand('workbench.trust.manage'),
    };
  }
  const { command, target } = help;
  return {
    title: titleOf(command),
    run: () => vscode.commands.executeCommand(commandId(command), target),
  };
}

function titleOf(command: HelpCommand): string {
  const { l10n } = vscode;
  switch (command) {
    case 'addApiKey':
      return l10n.t('Add API Key…');
    case 'addConnection':
      return l10n.t('Add Connection…');
    case 'useEmulator':
      return l10n.t('Use Emulator');
    case 'switchConnection':
      return l10n.t('Switch Connection…');
    case 'signIn':
      return l10n.t('Sign In…');
    case 'editConnection':
      return l10n.t('Edit Connection…');
    case 'setUpOAuth':
      return l10n.t('Set Up OAuth…');
    case 'diagnoseConnection':
      return l10n.t('Diagnose…');
    case 'runOperation':
      return l10n.t('Run Operation…');
    case 'openConversation':
      return l10n.t('Open Conversation…');
    case 'showLog':
      return l10n.t('Show Log');
  }
}
