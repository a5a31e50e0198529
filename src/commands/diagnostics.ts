import * as l10n from '@vscode/l10n';
import { arch, homedir, release } from 'node:os';
import type * as api from 'vscode';
import { withoutHome } from '../base/format';
import { PREFIX } from '../catalog/ids';
import { settingNames, settingRow, type SettingName } from '../catalog/settings';
import type { Host } from '../platform/host';
import type { Connection } from '../service/connection';
import type { EmulatorState } from '../service/emulator';
import type { Services } from '../service/services';

/**
 * Copies diagnostics without secrets to the clipboard. Sends nothing.
 * @param vscode the API, not available in unit tests.
 */
export async function copyDiagnostics(
  vscode: typeof api,
  host: Host,
  services: Services,
): Promise<void> {
  const { context, prompts, system, redact } = host;
  const { connections, emulator } = services;
  const { env, workspace } = vscode;
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
  void prompts.notify('info', l10n.t('Copied diagnostics, without keys, tokens, or names.'));
}

export interface Diagnostics {
  readonly facts: { readonly [name: string]: string };
  readonly connections: readonly Connection[];
  readonly active: string | undefined;
  readonly emulator: EmulatorState;
  readonly setting: (name: SettingName) => unknown;
  readonly log: readonly string[];
  /** The user’s home folder, whose path contains the user name. */
  readonly home: string;
  readonly redact: (text: string) => string;
}

/** Formats diagnostics as English Markdown, without secrets and names. */
export function diagnosticsText(known: Diagnostics): string {
  const { facts, connections, active, emulator, setting, log, home, redact } = known;
  const changed = settingNames().flatMap((name) => {
    const value = JSON.stringify(setting(name));
    return name === 'connections' || value === JSON.stringify(settingRow(name).default)
      ? []
      : [`${name}: ${value}`];
  });
  const lines = [
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    `- Emulator: ${'message' in emulator ? `failed, ${emulator.message}` : emulator.status}`,
    ...section(
      'Connections',
      connections.map((one) => connectionLine(one, one.id === active)),
    ),
    ...section('Non-default settings', changed),
    ...section('Log', log),
  ];
  return `${withoutHome(redact(lines.join('\n')), home)}\n`;
}

function connectionLine(
  { id, endpoint, auth, apiVersion, project }: Connection,
  isActive: boolean,
): string {
  return [
    id,
    auth,
    hostOf(endpoint),
    apiVersion ?? 'default version',
    ...(project ? ['with project'] : []),
    ...(isActive ? ['active'] : []),
  ].join(', ');
}

function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'invalid URL';
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return ['', `## ${title}`, '```', ...lines.map((line) => line.replaceAll('```', "'''")), '```'];
}
