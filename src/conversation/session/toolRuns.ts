import * as l10n from '@vscode/l10n';
import { answeringModel, packedModel, separatesTools } from '../../api/modelPack';
import { abortable } from '../../base/async';
import type { Disposable } from '../../base/disposable';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { isObject } from '../../base/json';
import { plainText } from '../../platform/plainText';
import type { ModelTurn } from '../model/conversation';
import { toolOf } from '../model/requestFields';
import type { ToolCallState, ToolCallStates } from '../model/settings';
import { type FunctionCall, MAX_AUTOMATIC_ROUNDS, openCalls } from '../model/turns';
import { type FunctionResult, toolResult } from '../tools/chatTools';
import type { SessionAccess } from './context';
import { automaticRounds, savedResult, sendFunctionResults } from './followUps';

interface Run {
  readonly state: 'running' | 'done' | 'failed';
  readonly problem?: string;
  /** Absent while the tool runs, and if the run was canceled. */
  readonly result?: FunctionResult;
}

/**
 * Runs function calls with VS Code tools, and sends the results. Which tools run without a click is known only here, so
 * that a conversation file can’t bring it along.
 */
export class ToolRuns implements Disposable {
  readonly #session: SessionAccess;
  readonly #allowed = new Set<string>();
  /** The turn with the calls, and its runs by call. */
  #turn = '';
  #runs = new Map<number, Run>();
  #isAutomatic = false;
  #stop = new AbortController();

  constructor(session: SessionAccess) {
    this.#session = session;
  }

  /** The pending calls; undefined if none is of a VS Code tool. */
  get shown(): ToolCallStates | undefined {
    const { turns } = this.#session.conversation;
    const turn = turns.at(-1)?.id;
    const calls = openCalls(turns).map((call, at) => this.#stateOf(call, at, turn));
    if (turn === undefined || calls.every((call) => call === null)) return undefined;
    const rounds = automaticRounds(this.#session);
    const isRunning = calls.some((call) => call?.state === 'running');
    return {
      turn,
      calls,
      ...(this.#isAutomatic && isRunning && { round: rounds + 1 }),
      ...(rounds >= MAX_AUTOMATIC_ROUNDS && { isCapped: true }),
    };
  }

  /**
   * Runs the tool of a pending call. Resolves when it has ended and complete results are sent.
   * @param always whether to also run later calls of the tool without asking
   * @throws AppError if the call no longer exists or the tool can’t run
   */
  async run(turn: string, at: number, always: boolean): Promise<void> {
    const { turns } = this.#session.conversation;
    const calls = openCalls(turns);
    const call = turns.at(-1)?.id === turn ? calls[at] : undefined;
    const tool = call && this.#toolOf(call);
    if (tool === undefined) {
      throw new AppError('gone', l10n.t('This function call no longer exists.'));
    }
    const problem = this.#obstacle(tool);
    if (problem !== undefined) throw new AppError('toolUnavailable', problem);
    if (always) this.#allowed.add(tool);
    const same = calls.flatMap((other, index) => (this.#toolOf(other) === tool ? [index] : []));
    this.#begin(turn);
    this.#isAutomatic = false;
    await this.#start(always ? same : [at]);
  }

  /** Runs calls of tools that the user has allowed for this conversation. */
  async onAnswer({ id, outcome }: ModelTurn): Promise<void> {
    const session = this.#session;
    const { turns } = session.conversation;
    if (session.isStreaming || turns.at(-1)?.id !== id) return;
    if (outcome?.verdict !== 'complete' || outcome.failure) return;
    if (automaticRounds(session) >= MAX_AUTOMATIC_ROUNDS) return;
    const allowed = openCalls(turns).flatMap((call, at) => {
      const tool = this.#toolOf(call);
      const isAllowed = tool !== undefined && this.#allowed.has(tool);
      return isAllowed && this.#obstacle(tool) === undefined ? [at] : [];
    });
    if (allowed.length === 0) return;
    this.#begin(id);
    this.#isAutomatic = true;
    await this.#start(allowed);
  }

  /** Returns the result of a call; undefined if its tool hasn’t run. */
  resultOf(turn: string, at: number): FunctionResult | undefined {
    return turn === this.#turn ? this.#runs.get(at)?.result : undefined;
  }

  /** Cancels running tools; their calls stay pending. */
  stop(): void {
    this.#stop.abort(new CancelledError());
  }

  /** Forgets everything, for another conversation. */
  clear(): void {
    this.stop();
    this.#allowed.clear();
    this.#turn = '';
    this.#runs = new Map();
  }

  dispose(): void {
    this.clear();
  }

  #begin(turn: string): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    if (this.#turn === turn) return;
    this.#turn = turn;
    this.#runs = new Map();
  }

  /** Runs tools one after the other, because several may ask the user. */
  async #start(wanted: readonly number[]): Promise<void> {
    const [runs, { signal }] = [this.#runs, this.#stop];
    const waiting = wanted.filter((at) => !['running', 'done'].includes(runs.get(at)?.state ?? ''));
    const isOpen = (): boolean =>
      runs === this.#runs && this.#session.conversation.turns.at(-1)?.id === this.#turn;
    for (const at of waiting) runs.set(at, { state: 'running' });
    this.#session.emitState();
    for (const at of waiting) {
      const call = openCalls(this.#session.conversation.turns)[at];
      runs.set(at, call && isOpen() ? await this.#invoke(call, signal) : CANCELED);
      if (!isOpen()) return;
      this.#session.emitState();
    }
    await this.#send();
  }

  async #invoke(call: FunctionCall, signal: AbortSignal): Promise<Run> {
    const { vscodeTools, log } = this.#session.services;
    const tool = this.#toolOf(call) ?? '';
    const input = call.args ?? {};
    try {
      signal.throwIfAborted();
      // The model wrote the arguments. Tools must check the rest themselves.
      if (!isObject(input)) throw new Error('The arguments must be an object.');
      const content = await abortable(vscodeTools.invoke(tool, input, signal), signal);
      return { state: 'done', result: toolResult(content, this.#takesMedia) };
    } catch (error) {
      if (signal.aborted || CancelledError.is(error)) return CANCELED;
      const message = errorMessage(error);
      log.warn(`playground: the tool ${tool} failed: ${message}`);
      const result = { response: { error: message } };
      return { state: 'failed', problem: plainText(message), result };
    }
  }

  /** Sends the results if every call has one. */
  async #send(): Promise<void> {
    const session = this.#session;
    const { settings, turns } = session.conversation;
    if (session.isStreaming || turns.at(-1)?.id !== this.#turn) return;
    const results = openCalls(turns).map(
      ({ name }, at) => this.resultOf(this.#turn, at) ?? savedResult(settings, name),
    );
    const complete = results.filter((result) => result !== undefined);
    if (complete.length === 0 || complete.length < results.length) return;
    const sent = complete.map((result) => ({ ...result, keep: false }));
    try {
      await sendFunctionResults(session, sent, this.#isAutomatic);
    } catch (error) {
      // For example, the result exceeds the size of a request.
      const problem = plainText(errorMessage(error));
      for (const at of this.#runs.keys()) this.#runs.set(at, { state: 'failed', problem });
      session.emitState();
    }
  }

  #stateOf(call: FunctionCall, at: number, turn: string | undefined): ToolCallState | null {
    const tool = this.#toolOf(call);
    if (tool === undefined) return null;
    const { state = 'ready', problem } =
      (turn === this.#turn ? this.#runs.get(at) : undefined) ?? {};
    const obstacle = this.#obstacle(tool);
    const told = problem ?? (state === 'ready' ? obstacle : undefined);
    return {
      tool,
      state,
      canRun: obstacle === undefined,
      ...(told !== undefined && { problem: told }),
    };
  }

  #toolOf({ name }: FunctionCall): string | undefined {
    return toolOf(this.#session.conversation.settings, name);
  }

  /** Why a tool can’t run now. */
  #obstacle(tool: string): string | undefined {
    const { vscodeTools } = this.#session.services;
    if (!vscodeTools.isTrusted()) {
      return l10n.t(
        'Tools run only in trusted workspaces. Trust the workspace, or enter the result.',
      );
    }
    if (vscodeTools.list().some(({ name }) => name === tool)) return undefined;
    return l10n.t(
      'This VS Code has no tool “{0}”. Install its extension or start its MCP server, or enter the result.',
      plainText(tool),
    );
  }

  get #takesMedia(): boolean {
    const { clock } = this.#session.services;
    const packed = packedModel(this.#session.target.model.replace(/^models\//, ''));
    const answering = packed && answeringModel(packed, clock.now());
    return !answering || !separatesTools(answering);
  }
}

const CANCELED: Run = { state: 'failed' };
