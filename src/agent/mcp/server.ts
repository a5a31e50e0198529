import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { AppError, messageWithHint } from '../../base/errors';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  tryParse,
} from '../../base/json';
import { callTool, isToolName, toolNames, toolRow } from '../tools';
import { type Question, redactedResult, type ToolContext } from '../tool';

/** Protocol versions, newest first. */
export const PROTOCOLS = ['2025-11-25', '2025-06-18'] as const;

/** JSON-RPC error codes. */
const INVALID_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

type Id = string | number;

export interface McpOptions {
  readonly context: ToolContext;
  /** Version of the extension. */
  readonly version: string;
  /** Facts for the model, in addition to the tools’ descriptions. */
  readonly instructions: string;
  /** Asks the user before a call, or checks what the user has allowed. */
  readonly confirm: (question: Question) => boolean | Promise<boolean>;
  /** Removes secrets and user names from results and errors. */
  readonly redact: (text: string) => string;
}

/** A JSON-RPC error response. */
class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The MCP server of one client, without a transport. */
export class McpSession {
  readonly #options: McpOptions;
  readonly #running = new Map<Id, AbortController>();

  constructor(options: McpOptions) {
    this.#options = options;
  }

  /**
   * Handles a message. Resolves to the response, or undefined for notifications and canceled requests. Never rejects.
   * @param notify sends notifications about the request
   */
  async handle(
    message: JsonValue | undefined,
    notify: (notification: JsonObject) => void = () => undefined,
  ): Promise<JsonObject | undefined> {
    if (!isObject(message) || message.jsonrpc !== '2.0') {
      return failure(null, INVALID_REQUEST, 'This isn’t a JSON-RPC 2.0 message.');
    }
    const { id, method } = message;
    // A response to a request, which this server never sends.
    if (typeof method !== 'string' && ('result' in message || 'error' in message)) return undefined;
    if (id === undefined) {
      if (method === 'notifications/cancelled') this.#cancel(objectAt(message, 'params').requestId);
      return undefined;
    }
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') {
      return failure(null, INVALID_REQUEST, 'The message has no valid id or method.');
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await this.#answer(method, objectAt(message, 'params'), controller, notify);
      return controller.signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      if (error instanceof RpcError) return failure(id, error.code, error.message);
      return failure(id, INTERNAL, this.#options.redact(messageWithHint(error)));
    } finally {
      this.#running.delete(id);
    }
  }

  /** Cancels all running calls. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  #cancel(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#running.get(id)?.abort();
  }

  async #answer(
    method: string,
    params: JsonObject,
    { signal }: AbortController,
    notify: (notification: JsonObject) => void,
  ): Promise<JsonObject> {
    switch (method) {
      case 'initialize':
        return this.#initialize(textAt(params, 'protocolVersion'));
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: toolNames().map(toolEntry) };
      case 'tools/call':
        return await this.#call(params, signal, notify);
      default:
        throw new RpcError(UNKNOWN_METHOD, `Unknown method ${method}.`);
    }
  }

  #initialize(wanted: string): JsonObject {
    const { version, instructions } = this.#options;
    return {
      protocolVersion: PROTOCOLS.find((one) => one === wanted) ?? PROTOCOLS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'gemini-api', title: 'Gemini API', version },
      instructions,
    };
  }

  async #call(
    params: JsonObject,
    signal: AbortSignal,
    notify: (notification: JsonObject) => void,
  ): Promise<JsonObject> {
    const name = textAt(params, 'name');
    if (!isToolName(name)) throw new RpcError(INVALID_PARAMS, `Unknown tool ${name}.`);
    const { context, confirm, redact } = this.#options;
    const { progressToken } = objectAt(params, '_meta');
    const report = (progress: number, total: number, message: string): void => {
      if (progressToken === undefined || signal.aborted) return;
      const told = { progressToken, progress, total, message };
      notify({ jsonrpc: '2.0', method: 'notifications/progress', params: told });
    };
    try {
      const input = params.arguments ?? {};
      const result = await callTool(name, input, context, confirm, { signal, report });
      const { text, data } = redactedResult(result, redact);
      return { content: [{ type: 'text', text }], ...(data && { structuredContent: data }) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof AppError)) context.log.warn(`mcp: ${name}: ${String(error)}`);
      // For the model, which can correct its call.
      return { content: [{ type: 'text', text: redact(messageWithHint(error)) }], isError: true };
    }
  }
}

function toolEntry(name: Parameters<typeof toolRow>[0]): JsonObject {
  const { title, description, input, effect } = toolRow(name);
  return {
    name,
    title,
    description,
    inputSchema: input,
    annotations: {
      title,
      // Clients ask the user before calls of other tools.
      readOnlyHint: effect === 'reads',
      destructiveHint: false,
      openWorldHint: effect === 'sends',
    },
  };
}

function failure(id: Id | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/**
 * Serves a session over streams, one JSON-RPC message per line. Resolves when the input ends or the signal aborts, and
 * running calls are canceled.
 */
export async function serveStdio(
  session: McpSession,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const send = (message: JsonObject): void => void output.write(`${JSON.stringify(message)}\n`);
  const running = new Set<Promise<void>>();
  const lines = createInterface({ input, crlfDelay: Infinity });
  signal.addEventListener('abort', () => lines.close(), { once: true });
  // The client may end first.
  output.on('error', () => lines.close());
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const handled = session.handle(tryParse(line), send).then((answer) => {
      if (answer) send(answer);
    });
    running.add(handled);
    void handled.finally(() => running.delete(handled));
  }
  session.close();
  await Promise.all(running);
}
