import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Client } from '../api/call';
import { createClient } from '../api/client';
import { parseEndpoint } from '../api/endpoint';
import { NodeTransport } from '../api/nodeTransport';
import { redact } from '../api/redact';
import { McpSession, serveStdio } from '../agent/mcp/server';
import type { Failure, Need, ToolContext } from '../agent/tool';
import { AppError } from '../base/errors';
import { withoutHome } from '../base/format';
import type { Emulator } from '../emulator/options';
import type { LogEntry } from '../emulator/requestLog';
import { startEmulator } from '../emulator/server';
import { openMockFiles } from './mockFiles';
import { EXIT } from './exitCodes';
import { liveSockets } from './liveSockets';
import { readMcpArguments } from './promptArguments';
import { ownKey } from './promptService';
import { createResponseSources } from './responseSources';

const LIVE = 'https://generativelanguage.googleapis.com';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Prefix of the tools’ own emulator sessions. */
const OWN = '~mcp-';

/**
 * `mcp`: serves the agent tools over stdin and stdout until stdin ends or a signal. Returns the exit code. Throws `AppError` for
 * invalid options, a missing API key, or a busy port.
 */
export async function mcp(
  argv: readonly string[],
  version: () => string,
  { input, output }: Streams = { input: process.stdin, output: process.stdout },
): Promise<number> {
  const wanted = readMcpArguments(argv);
  const { port, dollars, allows } = wanted;
  const key = dollars === undefined ? undefined : ownKey();
  const clean = (text: string): string =>
    withoutHome(redact(text, key === undefined ? [] : [key]), homedir());
  const standIns = createResponseSources({ mode: 'generate' });
  const answers = openMockFiles();
  const speed = { latency: 0, rate: 0 };
  const options = { speed, answers, standIn: standIns.of, ...(port !== undefined && { port }) };
  const clients = new Clients();
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  let emulator: Emulator | undefined;
  try {
    emulator = await startEmulator(options, liveSockets());
    const { baseUrl, apiKey } = emulator;
    const opened = emulator;
    let spent = 0;
    const context: ToolContext = {
      now: () => Date.now(),
      folders: () => [process.cwd()],
      connection: () =>
        key === undefined
          ? { name: 'emulator', isLive: false }
          : { name: new URL(LIVE).host, isLive: true },
      client: () =>
        Promise.resolve(
          key === undefined ? clients.open(baseUrl, apiKey) : clients.open(LIVE, key),
        ),
      openSession: (mode, folder, project) => {
        // A session per folder, because calls can run in parallel.
        const digest = createHash('sha256').update(`${mode} ${folder}`).digest('hex').slice(0, 8);
        const name = `${OWN}${digest}`;
        standIns.of(name).actions['POST mode']?.({ mode, folder, project });
        const service = `${baseUrl}/s/${name}`;
        return Promise.resolve({ client: clients.open(service, apiKey), service });
      },
      failures: () => Promise.resolve(failuresOf(opened.logs())),
      budget: () => ({ dollars: Math.max(0, (dollars ?? 0) - spent) }),
      // After an unknown cost, nothing more is spent.
      spend: (price = Infinity) => void (spent += price),
      log: { warn: (line) => void process.stderr.write(`${clean(line.split('\n')[0] ?? '')}\n`) },
    };
    const session = new McpSession({
      context,
      version: version(),
      instructions: `Tools for the Gemini API. The emulator of this server listens at ${baseUrl}: apps that use it as base URL need no account, and their failed requests appear in gemini_last_failures.`,
      confirm: ({ needs }) => requireAllowed(needs, allows),
      redact: clean,
    });
    process.stderr.write(`mcp: The emulator listens at ${baseUrl}.\n`);
    await serveStdio(session, input, output, controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await clients.close();
    await emulator?.close();
    standIns.close();
    answers.dispose();
  }
  return EXIT.passed;
}

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Throws `AppError` with the missing option. */
function requireAllowed(needs: readonly Need[], allows: ReadonlySet<Need>): true {
  const missing = needs.filter((need) => !allows.has(need));
  if (missing.length === 0) return true;
  const names = missing.map((need) => (need === 'money' ? '--live' : `--allow-${need}`));
  throw new AppError('declined', 'The user hasn’t allowed this call.', {
    hint: `Nothing was sent. Ask the user to start the MCP server with ${names.join(' ')}.`,
  });
}

/** The clients by base URL. */
class Clients {
  readonly #clients = new Map<string, Client>();

  open(endpoint: string, key: string): Client {
    const known = this.#clients.get(endpoint);
    if (known) return known;
    const client = createClient({
      transport: new NodeTransport({
        endpoint: parseEndpoint(endpoint),
        credential: () => Promise.resolve({ kind: 'apiKey', key }),
      }),
      preferredVersion: 'v1beta',
    });
    this.#clients.set(endpoint, client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }
}

function failuresOf(logs: ReadonlyMap<string, readonly LogEntry[]>): readonly Failure[] {
  return [...logs]
    .filter(([session]) => !session.startsWith(OWN))
    .flatMap(([session, entries]) =>
      entries.filter(hasFailed).map((entry) => failureOf(entry, session)),
    )
    .sort((one, other) => other.at - one.at);
}

function hasFailed({ status = 0, duration }: LogEntry): boolean {
  return duration !== undefined && (status === 0 || status >= 400);
}

function failureOf(entry: LogEntry, session: string): Failure {
  const { startedAt, operation, method, target, status, body, nearest, answeredBy } = entry;
  const lines = [
    `${method} ${target}`,
    ...(body === undefined ? [] : [body]),
    ...(answeredBy === 'miss' ? [`No recording matches. Closest: ${nearest ?? 'none'}.`] : []),
  ];
  return {
    at: startedAt,
    app: session === '' ? 'main' : session,
    name: operation ?? `${method} ${target.split('?', 1)[0] ?? ''}`,
    ...(status !== undefined && { status }),
    details: lines.join('\n'),
  };
}
