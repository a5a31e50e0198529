import { computed, type ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../../base/clock';
import { LocalEdits } from '../../../webview/kit/localEdits';
import type { UserTurn } from '../../../conversation/model/conversation';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { unsentTurns } from '../../../conversation/model/turns';
import {
  isFilled,
  literal,
  type Variables,
  variablesIn,
} from '../../../conversation/model/variables';
import type { StoreAccess } from './context';
import type { DraftStore } from './draft';
import type { Unsent } from './unsent';

/** After the last key, in milliseconds. */
const PAUSE_MS = 300;

/** The variables of the next request and of the last one, with their values. */
export class VariableValues {
  readonly #access: StoreAccess;
  readonly edits: LocalEdits<string>;
  /** With what was typed since the host told them. */
  readonly values: ReadonlySignal<Variables>;
  /** Of the next request. */
  readonly needed: ReadonlySignal<readonly string[]>;
  /** Of the last one, so that it can be asked again. */
  readonly tried: ReadonlySignal<readonly string[]>;
  /** Of both, each once. */
  readonly names: ReadonlySignal<readonly string[]>;
  /** The first that the next request needs and that has no value. */
  readonly missing: ReadonlySignal<string | undefined>;
  readonly blockedBecause: ReadonlySignal<string | undefined>;
  readonly canTryAgain: ReadonlySignal<boolean>;

  /** @param unsent what was typed before a reload */
  constructor(access: StoreAccess, draft: DraftStore, unsent: Unsent = {}) {
    this.#access = access;
    const { panel, ask } = access;
    this.edits = new LocalEdits<string>({
      clock: systemClock,
      pauseMs: PAUSE_MS,
      send: () => ask('setVariables', { values: this.values.peek() }),
    });
    this.edits.restore(unsent.variables);
    this.values = computed(() => ({
      ...panel.value?.variables,
      ...Object.fromEntries(this.edits.all),
    }));
    this.needed = computed(() =>
      panel.value ? neededVariables(panel.value, draft.settled.value) : [],
    );
    this.tried = computed(() => (panel.value ? triedVariables(panel.value) : []));
    const names = computed(() => [...this.needed.value, ...this.tried.value].join(' '));
    // A field is not drawn again with every key of a message.
    this.names = computed(() => [...new Set(names.value.split(' '))].filter(Boolean));
    this.missing = computed(() => missingVariable(this.needed.value, this.values.value));
    this.blockedBecause = computed(() =>
      this.missing.value === undefined
        ? undefined
        : l10n.t('Enter a value for {0}, or send it unchanged.', this.missing.value),
    );
    this.canTryAgain = computed(
      () =>
        panel.value?.streaming === undefined &&
        missingVariable(this.tried.value, this.values.value) === undefined,
    );
  }

  valueOf(name: string): string {
    const values = this.values.value;
    return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
  }

  /** Sends braces as they stand there wherever no value is entered. */
  keepBraces(): void {
    for (const name of this.needed.peek()) {
      if (missingVariable([name], this.values.peek()) !== undefined) {
        this.edits.put(name, literal(name));
      }
    }
  }

  async tryAgain(): Promise<void> {
    const values = this.values.peek();
    await this.edits.flush();
    await this.#access.ask('tryVariables', { values });
  }
}

/** More fields than this are no form any more; the rest stays as it stands there. */
const MOST = 50;

/** Names of the variables that the next request needs: of the instruction, what is not sent yet, and the draft. */
export function neededVariables(
  { settings, turns, promptFile }: Pick<PlaygroundState, 'settings' | 'turns' | 'promptFile'>,
  draft: string,
): readonly string[] {
  const unsent: readonly UserTurn[] = promptFile === undefined ? [] : unsentTurns(turns);
  const texts = unsent.flatMap(textsOf);
  const names = [settings.systemInstruction ?? '', ...texts, draft].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MOST);
}

/** Names of the variables that the last request had, so that it can be asked again with other values. */
export function triedVariables({
  settings,
  turns,
}: Pick<PlaygroundState, 'settings' | 'turns'>): readonly string[] {
  const isAnswered = turns.some((turn) => turn.role === 'model' && turn.answer !== undefined);
  if (!isAnswered) return [];
  const sent = turns.map((turn) => (turn.role === 'user' ? (turn.template?.text ?? '') : ''));
  const names = [settings.systemInstruction ?? '', ...sent].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MOST);
}

/** The texts of a message that its variables are filled in: before that was done, for values may have braces too. */
function textsOf(turn: UserTurn): readonly string[] {
  const { content, attached = [], template } = turn;
  if (template && isFilled(turn)) return [template.text];
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  return own.map(({ text = '' }) => text);
}

/** The first of them that has no value yet. */
export function missingVariable(names: readonly string[], values: Variables): string | undefined {
  return names.find((name) => (Object.hasOwn(values, name) ? values[name] : '') === '');
}
