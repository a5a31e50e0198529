import { computed, type ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../../base/clock';
import { LocalEdits } from '../../../webview/kit/localEdits';
import type { UserTurn } from '../../../conversation/model/conversation';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import {
  type Variables,
  isFilled,
  literal,
  unsentTurns,
  variablesIn,
} from '../../../conversation/model/turns';
import type { StoreAccess } from './context';
import type { DraftStore } from './draft';
import type { UnsentInput } from './unsavedEdits';

/** Debounce, in ms. */
const PAUSE_MS = 300;

export class VariableValues {
  readonly #access: StoreAccess;
  readonly edits: LocalEdits<string>;
  readonly values: ReadonlySignal<Variables>;
  readonly needed: ReadonlySignal<readonly string[]>;
  readonly tried: ReadonlySignal<readonly string[]>;
  readonly names: ReadonlySignal<readonly string[]>;
  readonly missing: ReadonlySignal<string | undefined>;
  readonly blockedBecause: ReadonlySignal<string | undefined>;
  readonly canTryAgain: ReadonlySignal<boolean>;

  constructor(access: StoreAccess, draft: DraftStore, unsent: UnsentInput = {}) {
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
    this.tried = computed(() => (panel.value ? lastVariables(panel.value) : []));
    const names = computed(() => [...this.needed.value, ...this.tried.value].join(' '));
    // Avoids rendering the fields on every keystroke in the message.
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

  /** Sends braces literally if no value is entered. */
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

/** Maximum number of fields. Further variables stay literal. */
const MAX_FIELDS = 50;

/** Returns the variables of the next request: system instruction, unsent messages, and draft. */
export function neededVariables(
  { settings, turns, promptFile }: Pick<PlaygroundState, 'settings' | 'turns' | 'promptFile'>,
  draft: string,
): readonly string[] {
  const unsent: readonly UserTurn[] = promptFile === undefined ? [] : unsentTurns(turns);
  const texts = unsent.flatMap(textsOf);
  const names = [settings.systemInstruction ?? '', ...texts, draft].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MAX_FIELDS);
}

export function lastVariables({
  settings,
  turns,
}: Pick<PlaygroundState, 'settings' | 'turns'>): readonly string[] {
  const isAnswered = turns.some((turn) => turn.role === 'model' && turn.answer !== undefined);
  if (!isAnswered) return [];
  const sent = turns.map((turn) => (turn.role === 'user' ? (turn.template?.text ?? '') : ''));
  const names = [settings.systemInstruction ?? '', ...sent].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MAX_FIELDS);
}

/** Returns the texts before substitution, because values may contain braces. */
function textsOf(turn: UserTurn): readonly string[] {
  const { content, attached = [], template } = turn;
  if (template && isFilled(turn)) return [template.text];
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  return own.map(({ text = '' }) => text);
}

export function missingVariable(names: readonly string[], values: Variables): string | undefined {
  return names.find((name) => (Object.hasOwn(values, name) ? values[name] : '') === '');
}
