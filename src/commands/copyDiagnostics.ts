import { arch, homedir, release } from 'node:os';
import * as vscode from 'vscode';
import { PREFIX } from '../catalog/ids';
import type { Host } from '../platform/host';
import type { Services } from '../service/services';
import { diagnosticsText } from './diagnosticsText';

/** Copies what helps to find out what is wrong, without any secret; nothing is sent anywhere. */
export async function copyDiagnostics(host: Host, services: Services): Promise<void> {
  const { context, prompts, system, redact } = host;
  const { connections, emulator } = services;
  const { env, l10n, workspace } = vscode;
  const { version } = context.extension.packageJSON as { readonly version: string };
  const isWeb = env.uiKind === vscode.UIKind.Web;
  const isWorkspace = context.extension.extensionKind === vscode.ExtensionKind.Workspace;
  await system.copy(
    diagnosticsText({
      facts: {
        'Generative Language': version,
        'VS Code': `${vscode.version} (${env.appName}, ${env.language})`,
        System: `${process.platform} ${release()} ${arch()}`,
        Node: process.versions.node,
        Window: `${isWeb ? 'browser' : 'desktop'}, ${env.remoteName ?? 'local'}`,
        'Runs with': isWorkspace ? 'the files' : 'the window',
        Trusted: workspace.isTrusted ? 'yes' : 'no',
      },
      connections: connections.list(),
      active: connections.active?.id,
      emulator: emulator.state,
      setting: (name) => workspace.getConfiguration(PREFIX).get(name),
      log: host.recentLog(),
      home: homedir(),
      redact,
    }),
  );
  void prompts.notify('info', l10n.t('Diagnostics were copied, without keys, tokens and names.'));
}
