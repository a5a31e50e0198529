import { computed, type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../../api/schema/row';
import { isObject } from '../../../base/json';
import { MODES } from '../../../conversation/model/modes';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { mockResult } from '../../../conversation/model/requestFields';
import type { ToolCallState } from '../../../conversation/model/settings';
import {
  MAX_AUTOMATIC_ROUNDS,
  openCalls,
  consecutiveRounds,
} from '../../../conversation/model/turns';
import type { StoreAccess } from './context';
import type { UnsavedResult } from './unsavedEdits';

/** Result of a declined function call. In English, because the model reads it. */
const DECLINED = { error: 'The user declined to run this function.' };

export interface PendingCall {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly keep: boolean;
  /** Why the text is invalid. Undefined if valid or unchecked. */
  readonly error: string | undefined;
  /** The VS Code tool that can run the call. Undefined for other functions. */
  readonly run: ToolCallState | undefined;
}

export interface PendingCalls {
  readonly turn: string;
  readonly calls: readonly PendingCall[];
  readonly isAutomatic: boolean;
  /** Number of consecutive automatic results, if the limit is reached. */
  readonly capped: number | undefined;
  /** Number of the running round of tools that need no click, from 1. */
  readonly round: number | undefined;
}

/** Without a response, the host has the result of a tool. */
interface SentResult {
  readonly response?: JsonObject;
  readonly keep: boolean;
}

export class FunctionResults {
  readonly #access: StoreAccess;
  /** Errors by turn and call. Cleared on the next keystroke. */
  readonly #errors = signal<ReadonlyMap<string, string>>(new Map());
  readonly #open: ReadonlySignal<
    { readonly turn: string; readonly names: readonly string[] } | undefined
  >;
  #isSending = false;
  readonly asked: ReadonlySignal<PendingCalls | undefined>;
  /** A chat requires the results. A single-turn prompt doesn't. */
  readonly blockedBecause: ReadonlySignal<string | undefined>;
  /** Whether a VS Code tool is running. */
  readonly isRunning: ReadonlySignal<boolean>;

  constructor(access: StoreAccess) {
    this.#access = access;
    const { panel } = access;
    this.#open = computed(() => panel.value && openOf(panel.value));
    this.asked = computed(() => {
      const open = this.#open.value;
      return open && panel.value && this.#askedOf(open, panel.value);
    });
    this.isRunning = computed(
      () => panel.value?.toolCalls?.calls.some((call) => call?.state === 'running') ?? false,
    );
    this.blockedBecause = computed(() =>
      this.#open.value && panel.value?.mode === 'chat'
        ? l10n.t('The model is waiting for function results. Send them first, or decline.')
        : undefined,
    );
  }

  write(
    { key: call, name }: PendingCall,
    change: Partial<Pick<UnsavedResult, 'text' | 'keep'>>,
  ): void {
    const turn = this.#open.peek()?.turn;
    const { unsavedEdits, panel } = this.#access;
    const begin = firstText(panel.peek(), name);
    if (turn === undefined || !unsavedEdits) return;
    const before = unsavedEdits.result(turn, call) ?? { text: begin, keep: false };
    const { text, keep } = { ...before, ...change };
    if (text === begin && !keep) unsavedEdits.drop({ turn, call });
    else unsavedEdits.put({ turn, call, text, keep });
    if (change.text !== undefined) this.#setError(turn, call, undefined);
  }

  check({ key, text }: PendingCall): void {
    const turn = this.#open.peek()?.turn;
    if (turn === undefined || text.trim() === '') return;
    const parsed = parseResult(text);
    this.#setError(turn, key, 'error' in parsed ? parsed.error : undefined);
  }

  /** Runs the VS Code tool of a call. `always` also runs its later calls in this conversation. */
  async run({ key }: PendingCall, always: boolean): Promise<void> {
    const { turn, calls = [] } = this.asked.peek() ?? {};
    const call = calls.findIndex((other) => other.key === key);
    if (turn !== undefined && call >= 0) await this.#access.ask('runTool', { turn, call, always });
  }

  /** Sends all results. Returns the key of the first invalid one. */
  async send(): Promise<{ readonly isSent: boolean; readonly wrong?: string }> {
    const { turn, calls = [] } = this.asked.peek() ?? {};
    if (turn === undefined) return { isSent: false };
    const results: SentResult[] = [];
    for (const { key, text, keep, run } of calls) {
      if (run?.state === 'done') {
        results.push({ keep: false });
        continue;
      }
      const parsed = parseResult(text);
      this.#setError(turn, key, 'error' in parsed ? parsed.error : undefined);
      if ('error' in parsed) return { isSent: false, wrong: key };
      results.push({ response: parsed.value, keep });
    }
    return { isSent: await this.#send(turn, results) };
  }

  async decline(): Promise<boolean> {
    const { turn, calls = [] } = this.asked.peek() ?? {};
    if (turn === undefined) return false;
    return await this.#send(
      turn,
      calls.map(() => ({ response: DECLINED, keep: false })),
    );
  }

  async #send(turn: string, results: readonly SentResult[]): Promise<boolean> {
    if (this.#isSending) return false;
    this.#isSending = true;
    const { ask, unsavedEdits } = this.#access;
    const isSent = await ask('sendResults', { turn, results });
    this.#isSending = false;
    if (isSent) unsavedEdits?.dropResults(turn);
    return isSent;
  }

  #askedOf(
    { turn, names }: { readonly turn: string; readonly names: readonly string[] },
    panel: PlaygroundState,
  ): PendingCalls {
    const { settings, toolCalls } = panel;
    const calls = names.map((name, index): PendingCall => {
      const key = `${index} ${name}`;
      const typed = this.#access.unsavedEdits?.result(turn, key);
      return {
        key,
        name,
        text: typed?.text ?? firstText(panel, name),
        keep: typed?.keep ?? false,
        error: this.#errors.value.get(`${turn} ${key}`),
        run: (toolCalls?.turn === turn ? toolCalls.calls[index] : null) ?? undefined,
      };
    });
    const hasAll = names.every((name) => mockResult(settings, name) !== undefined);
    const isAutomatic = settings.autoRespond === true && hasAll;
    const rounds = isAutomatic ? consecutiveRounds(panel.turns) : 0;
    const isCapped = rounds >= MAX_AUTOMATIC_ROUNDS || toolCalls?.isCapped === true;
    const capped = isCapped ? MAX_AUTOMATIC_ROUNDS : undefined;
    return { turn, calls, isAutomatic, capped, round: toolCalls?.round };
  }

  #setError(turn: string, call: string, error: string | undefined): void {
    const key = `${turn} ${call}`;
    if (this.#errors.peek().get(key) === error) return;
    const errors = new Map(this.#errors.peek());
    if (error === undefined) errors.delete(key);
    else errors.set(key, error);
    this.#errors.value = errors;
  }
}

function openOf({
  mode,
  streaming,
  turns,
}: PlaygroundState): { readonly turn: string; readonly names: readonly string[] } | undefined {
  if (!MODES[mode].isChat || streaming !== undefined) return undefined;
  const calls = openCalls(turns);
  const turn = turns.at(-1)?.id;
  if (calls.length === 0 || turn === undefined) return undefined;
  return { turn, names: calls.map(({ name = '' }) => name) };
}

function firstText(panel: PlaygroundState | undefined, name: string): string {
  const mock = panel && mockResult(panel.settings, name);
  return mock ? JSON.stringify(mock, undefined, 2) : '';
}

/**
 * Parses a result as a JSON object, which the API requires. Wraps other values as `result`. Returns an error
 * for malformed objects or lists.
 */
export function parseResult(
  typed: string,
): { readonly value: JsonObject } | { readonly error: string } {
  const text = typed.trim();
  if (text === '')
    return { error: l10n.t('Enter the result as text or JSON, such as {"degrees": 21}.') };
  try {
    const value = JSON.parse(text) as JsonObject[string];
    return { value: isObject(value) ? value : { result: value } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (!/^[{[]/.test(text)) return { value: { result: typed } };
    return { error: l10n.t('This isn’t valid JSON: {0}', error.message) };
  }
}
