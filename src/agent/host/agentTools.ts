import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import type { Disposable } from '../../base/disposable';
import { messageWithHint, CancelledError, AppError } from '../../base/errors';
import { withoutHome } from '../../base/format';
import { toSignal } from '../../platform/progress';
import { toolResult, preparedInvocation } from '../../platform/vscodeTools';
import { prepareTool, callTool, toolRow, isToolName } from '../tools';
import { McpHttpServer } from '../mcp/httpServer';
import { type ToolCall, type Question, capped, type ToolContext, type Failure } from '../tool';
import type { Http } from '../../api/transport';
import type { Event } from '../../base/event';
import type { SettingName } from '../../catalog/settings';
import { requireConnected } from '../../platform/errors';
import type { Host } from '../../platform/host';
import type { SessionClients } from '../../service/clients';
import { EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { temporarySession, sessionAddress, digest } from '../../service/folderSession';
import { numberSetting } from '../../service/numberSetting';
import type { Services } from '../../service/services';
import type { ShownSession, SessionEntry } from '../../service/sessionTraffic';
import type { TrafficEntry } from '../../service/trafficLog';
import { sessionVerdict, requestStatus } from '../../traffic/entryText';
import { sessionExchangeText, exchangeText } from '../../traffic/exchangeDocument';

export interface AgentHost
  extends Host, Pick<Services, 'connections' | 'clients' | 'emulator' | 'traffic'> {
  readonly sessions: SessionClients;
  readonly http: Http;
  /** Settings of the user. */
  readonly settings: { read(name: SettingName): unknown; readonly onDidChange: Event<void> };
}

/** Minimum UTF-16 units per token, for the token budget of a model. */
const UNITS_PER_TOKEN = 2;
/** Questions that VS Code has shown, until this number. */
const MAX_SHOWN = 200;

interface AgentTools extends Disposable {
  /** Returns what VS Code asks before a call. */
  prepare(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
  /** Runs a tool. Throws an error that tells the model what to do next. */
  invoke(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
  /** Starts the MCP server, once. */
  openMcp(): Promise<Pick<McpHttpServer, 'url' | 'token'>>;
  closeMcp(): void;
}

export function createAgentTools(host: AgentHost): AgentTools {
  const { log, prompts } = host;
  const redact = (text: string): string => withoutHome(host.redact(text), homedir());
  const context = toolContext(host);
  /** The shown questions by call. VS Code calls a tool only if the user has agreed. */
  const shown = new Map<string, string>();
  const callOf = (name: string, input: unknown): string => `${name} ${JSON.stringify(input)}`;
  let server: McpHttpServer | undefined;
  let open = lazy(openServer);

  async function openServer(): Promise<McpHttpServer> {
    const { version } = host.context.extension.packageJSON as { readonly version: string };
    server = await McpHttpServer.open({
      context,
      version,
      redact,
      instructions: 'Tools for the Gemini API with the connection that the user has selected.',
      confirm: async ({ title, message }) => {
        const allow = l10n.t('Allow');
        return (await prompts.confirm(title, { detail: message, actions: [allow] })) === allow;
      },
    });
    return server;
  }

  const closeMcp = (): void => {
    server?.dispose();
    server = undefined;
    open = lazy(openServer);
  };

  return {
    async prepare(name, input) {
      if (!isToolName(name)) return {};
      const doing = toolRow(name).title;
      try {
        const { question } = await prepareTool(name, input, context);
        if (!question) return preparedInvocation(doing);
        if (shown.size >= MAX_SHOWN) shown.clear();
        shown.set(callOf(name, input), JSON.stringify(question));
        return preparedInvocation(doing, question);
      } catch (error) {
        // The call fails with the same error, which the model sees.
        log.debug(`${name}: ${messageWithHint(error)}`);
        return preparedInvocation(doing);
      }
    },
    async invoke(name, { input, tokenizationOptions }, token) {
      if (!isToolName(name)) throw new Error(`Unknown tool ${name}.`);
      const call: ToolCall = { signal: toSignal(token), report: () => undefined };
      const isShown = (question: Question): boolean =>
        shown.get(callOf(name, input)) === JSON.stringify(question);
      try {
        const { text } = await callTool(name, input, context, isShown, call);
        const { tokenBudget } = tokenizationOptions ?? {};
        const limit = tokenBudget === undefined ? undefined : tokenBudget * UNITS_PER_TOKEN;
        return toolResult(redact(capped(text, limit)));
      } catch (error) {
        if (CancelledError.is(error)) throw error;
        const message = redact(messageWithHint(error));
        log.warn(`${name}: ${message}`);
        throw new Error(message, { cause: error });
      }
    },
    openMcp: () => open(),
    closeMcp,
    dispose: closeMcp,
  };
}

/** Maximum number of failures from each sender. */
const MAX_FAILURES = 20;

/** Returns the context of this window’s tools: its current connection, folders, and traffic. */
function toolContext(host: AgentHost): ToolContext {
  const { connections, clients, emulator, sessions, http, settings, log, redact } = host;
  const active = () => requireConnected(connections.active);
  return {
    now: () => Date.now(),
    folders: trustedFolders,
    connection: () => ({ name: active().name, isLive: active().id !== EMULATOR_ID }),
    client: async () => await clients.get(active().id),
    openSession: async (mode, folder, project) => {
      // Separate from apps, so that recordings remain unused for them.
      const session = temporarySession(`agent-${digest(`${mode} ${folder}`)}`);
      const address = sessionAddress(await emulator.start(), session);
      await askEmulator(http, address, 'POST', 'mode', { mode, folder, project });
      const client = await sessions.inSession(EMULATOR_ID, session);
      return { client, service: address.baseUrl };
    },
    failures: () => Promise.resolve(failuresOf(host).map((one) => redacted(one, redact))),
    budget: () => {
      const tokens = numberSetting('tests.maxTokens', settings);
      const cents = numberSetting('tests.maxCents', settings);
      return { ...(tokens > 0 && { tokens }), ...(cents > 0 && { dollars: cents / 100 }) };
    },
    // Each call has its own budget, which the user has seen.
    spend: () => undefined,
    log,
  };
}

function trustedFolders(): readonly string[] {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  if (isTrusted)
    return workspaceFolders.flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
  throw new AppError('notTrusted', l10n.t('This workspace isn’t trusted.'), {
    hint: l10n.t('Ask the user to trust the workspace.'),
  });
}

function failuresOf({ traffic, connections }: AgentHost): readonly Failure[] {
  const { entries } = traffic;
  const nameOf = (id: string): string | undefined => connections.find(id)?.name;
  const own = entries
    .filter((entry) => requestStatus(entry) === 'bad')
    .slice(-MAX_FAILURES)
    .map((entry) => ownFailure(entry, exchangeText(entry, { nameOf, entries })));
  const others = traffic.sessions.flatMap((session) =>
    session.entries
      .filter((entry) => ['bad', 'miss'].includes(sessionVerdict(entry)))
      .slice(-MAX_FAILURES)
      .map((entry) => appFailure(entry, session)),
  );
  return [...own, ...others].sort((one, other) => other.at - one.at);
}

function ownFailure(entry: TrafficEntry, details: string): Failure {
  const { startedAt, name, status, recording } = entry;
  return {
    at: startedAt,
    app: l10n.t('this window'),
    name,
    details,
    ...(status !== undefined && { status }),
    ...(recording && status !== undefined && { error: recording.responseText }),
  };
}

function appFailure(entry: SessionEntry, { label }: ShownSession): Failure {
  const { startedAt, operation, method, target, status, wire } = entry;
  return {
    at: startedAt,
    app: label,
    details: sessionExchangeText(entry),
    name: operation ?? `${method} ${target.split('?', 1)[0] ?? ''}`,
    ...(status !== undefined && { status }),
    ...(wire && { error: Buffer.concat(wire.pieces.map(({ bytes }) => bytes)).toString('utf8') }),
  };
}

function redacted(failure: Failure, redact: (text: string) => string): Failure {
  return { ...failure, details: redact(failure.details) };
}

/** Configuration for agents such as Cursor and Claude Code: the emulator’s command line, without a key. */
const CONFIGURATION = {
  mcpServers: {
    'gemini-api': { command: 'npx', args: ['-y', 'generative-language-emulator', 'mcp'] },
  },
};

/** Copies the MCP configuration to the clipboard. */
export async function copyMcpConfiguration({
  prompts,
  system,
}: Pick<AgentHost, 'prompts' | 'system'>): Promise<void> {
  await system.copy(`${JSON.stringify(CONFIGURATION, undefined, 2)}\n`);
  void prompts.notify(
    'info',
    l10n.t('Copied the MCP configuration. Paste it into your agent’s MCP settings.'),
  );
}
