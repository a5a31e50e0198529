import * as vscode from 'vscode';
import { commandId } from '../catalog/ids';
import type { FixButton } from '../platform/report';
import { vscodeSystem } from '../platform/vscodeSystem';
import type { Connections } from '../service/connection';
import { helpsFor, type Help, type HelpCommand } from './helps';

/** The buttons under an error message: what helps against its reason, and the log. */
export function fixesFor(
  error: unknown,
  connections?: Pick<Connections, 'find'>,
): readonly FixButton[] {
  return helpsFor(error, (id) => connections?.find(id)?.auth).map(button);
}

function button(help: Help): FixButton {
  if (help.kind === 'enableApi') {
    const { url } = help;
    return { title: vscode.l10n.t('Enable the API'), run: () => vscodeSystem.openExternal(url) };
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
    case 'showLog':
      return l10n.t('Show Log');
  }
}
