import { computed, type ReadonlySignal } from '@preact/signals';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import type { StoreAccess } from './context';
import type { DraftStore } from './draft';
import { FunctionResults } from './functionResults';
import { ModeEdits } from './modeEdits';
import type { UnsentInput, UnsentParts } from './unsentInput';
import { TokenCounter } from './tokenCounter';
import { VariableValues } from './variables';

export class DockState {
  readonly draft: DraftStore;
  readonly modes: ModeEdits;
  readonly results: FunctionResults;
  readonly variables: VariableValues;
  readonly tokens: TokenCounter;
  readonly blockedBecause: ReadonlySignal<string | undefined>;

  /**
   * @param draft may be shared with other conversations
   * @param unsent restored from before a reload
   */
  constructor(access: StoreAccess, draft: DraftStore, unsent: UnsentInput = {}) {
    this.draft = draft;
    this.modes = new ModeEdits(access, unsent);
    this.results = new FunctionResults(access);
    this.variables = new VariableValues(access, draft, unsent);
    this.tokens = new TokenCounter(access, draft);
    this.blockedBecause = computed(
      () =>
        this.modes.blockedBecause.value ??
        this.results.blockedBecause.value ??
        this.variables.blockedBecause.value,
    );
  }

  get kept(): UnsentParts {
    return { ...this.modes.kept, variables: this.variables.edits.kept };
  }

  onSnapshot(panel: PlaygroundState): void {
    this.modes.onSnapshot(panel);
    this.variables.edits.onSnapshot(panel.conversation);
  }

  async flush(): Promise<void> {
    await Promise.all([this.modes.flush(), this.variables.edits.flush()]);
  }
}
