import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../../base/clock';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import {
  type Caller,
  type CallInput,
  type CallOutput,
  connect,
  type Port,
} from '../../../webview/rpc';
import type { Turn, Step } from '../../../conversation/model/conversation';
import {
  type PartsDelta,
  playgroundProtocol,
  type PlaygroundProtocol,
  type PlaygroundState,
} from '../../../conversation/model/protocol';
import { turnText } from '../../../conversation/model/turns';
import { announcement } from '../announcements';
import { type Actions, type PageEvent, type StoreAccess, isPageEvent } from './context';
import { DockState } from './dockState';
import type { DraftStore } from './draft';
import { LiveSteps, TurnSignals } from './turnSignals';
import { ReadingPosition } from './readingPosition';
import type { FrameQueue } from '../dom';
import type { Format } from '../format';
import {
  initialState,
  reduce,
  type ViewEvent,
  type ViewState,
  type SendBlocker,
  sendBlocker,
} from './reducer';
import type { KeptPage } from './settingsPage';
import { SettingsState } from './settingsState';
import {
  type EditRequest,
  type UnsavedEdits,
  type UnsentInput,
  type UnsentTitle,
  unsentToSave,
} from './unsavedEdits';

type Calls = PlaygroundProtocol['calls'];
type Name = keyof Calls;

interface TitleEdit extends UnsentTitle {
  readonly isSaving?: boolean;
}

interface PanelStoreOptions {
  readonly port: Port;
  readonly format: Format;
  readonly frames: FrameQueue;
  readonly unsavedEdits: UnsavedEdits;
  readonly settings: KeptPage;
  readonly unsent?: UnsentInput | undefined;
  readonly draft: DraftStore;
  /** Whether another column of a comparison shows the same prompt. */
  readonly isRepeated?: (turn: string) => boolean;
  readonly announce: (text: string) => void;
  readonly onPageEvent: (event: PageEvent) => void;
}

/**
 * State of one conversation's views: the last snapshot with streamed text, and local edits. Views read signals
 * and hold no copies.
 */
export class PanelStore implements StoreAccess, Disposable {
  readonly format: Format;
  readonly frames: FrameQueue;
  readonly unsavedEdits: UnsavedEdits;
  readonly announce: (text: string) => void;
  readonly isRepeated: (turn: string) => boolean;
  readonly actions: Actions;
  readonly settings: SettingsState;
  readonly dock: DockState;
  readonly reading: ReadingPosition;
  readonly #caller: Caller<PlaygroundProtocol>;
  readonly #state = signal<ViewState>(initialState);
  /** State without the text streamed after the last snapshot. */
  readonly #snapshot = signal<ViewState>(initialState);
  readonly panel: ReadonlySignal<PlaygroundState | undefined> = computed(
    () => this.#snapshot.value.panel,
  );
  /** Error of the last call. Cleared when dismissed or when a message is sent. */
  readonly problem: ReadonlySignal<string | undefined> = computed(
    () => this.#snapshot.value.problem,
  );
  readonly isSending: ReadonlySignal<boolean> = computed(() => this.#snapshot.value.sending);
  readonly isStreaming: ReadonlySignal<boolean> = computed(
    () => this.#snapshot.value.panel?.streaming !== undefined,
  );
  readonly titleEdit = signal<TitleEdit | undefined>(undefined);
  readonly modelName: ReadonlySignal<string | undefined> = computed(
    () => this.#snapshot.value.panel?.model?.name,
  );
  readonly modelTitle: ReadonlySignal<string | undefined> = computed(
    () => this.#snapshot.value.panel?.model?.displayName,
  );
  readonly blocker: ReadonlySignal<SendBlocker | undefined> = computed(() =>
    sendBlocker(this.#snapshot.value, this.settings.firstInvalid.value === undefined),
  );
  readonly mend: { readonly [B in SendBlocker]?: () => void } = {
    needConnection: () => void this.actions.pickConnection(),
    needModel: () => void this.actions.pickModel(),
    settingsInvalid: () => this.settings.showInvalid(),
  };
  readonly streaming: ReadonlySignal<string | undefined> = computed(
    () => this.#snapshot.value.panel?.streaming,
  );
  /** Turns of the last snapshot. Streamed text arrives in their `onDelta`. */
  readonly turns = new TurnSignals();
  readonly #liveSteps = new LiveSteps();
  /** ID of the turn in the tab order: the last focused one, else the last one. */
  readonly tabbable: ReadonlySignal<string | undefined> = computed(() => {
    const current = this.reading.current.value ?? '';
    return this.turns.positions.value.has(current) ? current : this.turns.ids.value.at(-1);
  });
  readonly #snapshotListeners = new Set<(panel: PlaygroundState) => void>();

  constructor(options: PanelStoreOptions) {
    this.format = options.format;
    this.frames = options.frames;
    this.unsavedEdits = options.unsavedEdits;
    this.announce = options.announce;
    this.isRepeated = options.isRepeated ?? (() => false);
    this.reading = new ReadingPosition(() => !options.frames.idle);
    this.#caller = connect(options.port, playgroundProtocol, (event) => {
      if (isPageEvent(event)) options.onPageEvent(event);
      else if (event.name === 'delta')
        this.dispatch({ ...event, steps: this.#stepsWith(event.delta) });
      else this.dispatch(event);
    });
    this.actions = Object.fromEntries(
      Object.keys(playgroundProtocol.calls).map((name) => [
        name,
        (input: never) => this.#attempt(name as Name, input),
      ]),
    ) as Actions;
    const { panel, ask } = this;
    const { settings: page, unsent } = options;
    this.settings = new SettingsState({
      panel,
      ask,
      page,
      clock: systemClock,
      kept: unsent?.settings,
    });
    this.dock = new DockState(this, options.draft, unsent);
    this.titleEdit.value = unsent?.title;
    this.onSnapshot((snapshot) => {
      this.settings.onSnapshot(snapshot);
      this.dock.onSnapshot(snapshot);
    });
  }

  readonly kept: ReadonlySignal<{ readonly unsent?: UnsentInput }> = computed(() =>
    unsentToSave({
      ...this.dock.kept,
      settings: this.settings.kept,
      title: this.#keptTitle,
    }),
  );

  turnNow(id: string): Turn | undefined {
    return this.#state.peek().panel?.turns.findLast((turn) => turn.id === id);
  }

  /** Opens the editor of a turn, or of a new message next to it. */
  edit(request: EditRequest): void {
    const turn = this.turnNow(request.turn);
    if (!turn) return;
    this.unsavedEdits.open(request, request.place === 'here' ? turnText(turn) : '');
  }

  /** Subscribes to snapshots before they render. */
  readonly onSnapshot = (listener: (panel: PlaygroundState) => void): Disposable => {
    this.#snapshotListeners.add(listener);
    return toDisposable(() => this.#snapshotListeners.delete(listener));
  };

  dispatch(event: ViewEvent): void {
    const before = this.#state.peek();
    batch(() => {
      this.#state.value = reduce(before, event);
      if (event.name !== 'delta') this.#snapshot.value = this.#state.peek();
      if (event.name === 'state') this.#showTurns();
    });
    const { panel } = this.#state.peek();
    if (!panel) return;
    if (event.name === 'delta') this.turns.append(event.delta);
    if (event.name !== 'state' && event.name !== 'attachments') return;
    const news = announcement(before.panel, panel, this.format);
    if (news !== undefined) this.announce(news);
  }

  readonly call = <N extends Name>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
    signal?: AbortSignal,
  ): Promise<CallOutput<PlaygroundProtocol, N>> => this.#caller.call(name, input, signal);

  readonly ask = async <N extends Name>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
  ): Promise<boolean> => (await this.#attempt(name, input)) !== undefined;

  /** Sends edits of settings and of inputs, which the next request uses. */
  async flush(): Promise<void> {
    await Promise.all([this.settings.flush(), this.dock.flush()]);
  }

  readonly managePresets = async (): Promise<void> => {
    await this.settings.flush();
    await this.actions.managePresets();
  };

  readonly tell = (problem: string): void => {
    this.dispatch({ name: 'problem', problem });
    this.announce(problem);
  };

  dispose(): void {
    this.#caller.dispose();
  }

  get #keptTitle(): UnsentTitle | undefined {
    const edit = this.titleEdit.value;
    return edit && { conversation: edit.conversation, text: edit.text };
  }

  async #attempt<N extends Name>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
  ): Promise<{ readonly answer: CallOutput<PlaygroundProtocol, N> } | undefined> {
    const { conversation } = this.panel.peek() ?? {};
    try {
      return { answer: await this.#caller.call(name, input) };
    } catch (error) {
      // The next conversation doesn't show errors of the previous one.
      const isShown = conversation === this.panel.peek()?.conversation;
      if (isShown && !CancelledError.is(error))
        this.tell(l10n.t('That didn’t work: {0}', errorMessage(error)));
      return undefined;
    }
  }

  #stepsWith(delta: PartsDelta): readonly Step[] | undefined {
    return this.#liveSteps.take(delta, this.turnNow(delta.turn));
  }

  #showTurns(): void {
    const { panel } = this.#state.peek();
    if (!panel) return;
    this.#liveSteps.restart();
    for (const listener of this.#snapshotListeners) listener(panel);
    this.turns.show(panel.turns);
  }
}
