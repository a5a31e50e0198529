import { computed, type ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../../base/clock';
import { type JsonObject, objectAt, textAt } from '../../../base/json';
import {
  newQuestion,
  type QuestionRow,
  questionRows,
  questionsProblem,
} from '../../../conversation/model/decisionMode';
import { MODES } from '../../../conversation/model/modes';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { type KeptEdits, LocalEdits } from '../../../webview/kit/localEdits';
import { objectsAt } from '../jsonFields';
import { revealedText } from '../reveal';
import type { StoreAccess } from './context';
import type { DraftStore } from './draft';
import { FunctionResults } from './functionResults';
import type { MessagePrompt, Pair, UnsentInput, UnsentParts } from './unsavedEdits';
import { TokenCounter } from './tokenCounter';
import { VariableValues } from './variables';

/** Debounce, in ms. */
const PAUSE_MS = 300;

interface EditableValue<T> {
  readonly value: ReadonlySignal<T>;
  readonly put: (value: T) => void;
  /** Edits to restore after a reload. */
  readonly kept: () => KeptEdits<T> | undefined;
}

class ModeEdits {
  readonly passages: EditableValue<readonly Pair[]>;
  readonly messagePrompt: EditableValue<MessagePrompt>;
  readonly author: EditableValue<string>;
  readonly questions: EditableValue<readonly QuestionRow[]>;
  readonly source: ReadonlySignal<string>;
  readonly blockedBecause: ReadonlySignal<string | undefined>;
  readonly #edits: Pick<LocalEdits<unknown>, 'flush' | 'onSnapshot'>[] = [];

  constructor({ panel, ask }: StoreAccess, unsent: UnsentInput = {}) {
    const edited = <T>(
      before: KeptEdits<T> | undefined,
      read: (panel: PlaygroundState | undefined) => T,
      tell: (value: T) => Promise<boolean>,
    ): EditableValue<T> => {
      const edits = new LocalEdits<T>({
        clock: systemClock,
        pauseMs: PAUSE_MS,
        send: (): Promise<boolean> => tell(value.peek()),
      });
      edits.restore(before);
      this.#edits.push(edits);
      const value: ReadonlySignal<T> = computed(() => edits.get(KEY) ?? read(panel.value));
      return { value, put: (now) => edits.put(KEY, now), kept: () => edits.kept };
    };
    this.source = computed(() => sourceOf(panel.value));
    this.passages = edited(unsent.passages, passagesOf, (pairs) =>
      ask('setPassages', { passages: pairs.map(([id, text]) => ({ id, text })) }),
    );
    this.messagePrompt = edited(unsent.messagePrompt, messagePromptOf, ({ context, examples }) => {
      const pairs = examples.map(([input, output]) => ({ input, output }));
      return ask('setMessagePrompt', { context, examples: pairs });
    });
    this.author = edited(
      unsent.author,
      (now) => now?.author ?? '',
      (author) => ask('setAuthor', { author }),
    );
    this.questions = edited(unsent.questions, questionsIn, (rows) =>
      ask('setQuestions', { questions: rows }),
    );
    this.blockedBecause = computed(() => panel.value && this.#blocker(panel.value));
  }

  get kept(): Pick<UnsentParts, 'passages' | 'messagePrompt' | 'author' | 'questions'> {
    return {
      passages: this.passages.kept(),
      messagePrompt: this.messagePrompt.kept(),
      author: this.author.kept(),
      questions: this.questions.kept(),
    };
  }

  onSnapshot({ conversation }: PlaygroundState): void {
    for (const edits of this.#edits) edits.onSnapshot(conversation);
  }

  readonly flush = async (): Promise<void> => {
    await Promise.all(this.#edits.map((edits) => edits.flush()));
  };

  #blocker({ mode, modes, attachments }: PlaygroundState): string | undefined {
    const reason = modes.find(({ id }) => id === mode)?.reason;
    if (reason !== undefined)
      return l10n.t('{0} Select another mode or model.', revealedText(reason));
    const { isChat, takesFiles, label, hasSources, hasQuestions } = MODES[mode];
    if (isChat) return undefined;
    if (hasQuestions) return questionsProblem(this.questions.value.value);
    if (!takesFiles && attachments.length > 0)
      return l10n.t(
        '{0} doesn’t support attachments. Remove them, or select another mode.',
        label(),
      );
    if (!hasSources || this.source.value !== '') return undefined;
    return this.passages.value.value.some(([, text]) => text.trim() !== '')
      ? undefined
      : l10n.t('Add a passage with text, or select a corpus.');
  }
}

const KEY = 'value';

function sourceOf(panel: PlaygroundState | undefined): string {
  return textAt(objectAt(answerOf(panel), 'semanticRetriever'), 'source');
}

/** Returns at least one question, so that there is always a row. */
function questionsIn(panel: PlaygroundState | undefined): readonly QuestionRow[] {
  const rows = questionRows(panel?.settings.requests?.decision?.questions);
  return rows.length > 0 ? rows : [newQuestion(rows)];
}

/** Returns at least one passage, so that there is always a field. */
function passagesOf(panel: PlaygroundState | undefined): readonly Pair[] {
  const pairs = objectsAt(objectAt(answerOf(panel), 'inlinePassages'), 'passages').map(
    (passage): Pair => {
      const parts = objectsAt(objectAt(passage, 'content'), 'parts');
      return [textAt(passage, 'id'), parts.map((part) => textAt(part, 'text')).join('\n')];
    },
  );
  return pairs.length === 0 ? [['1', '']] : pairs;
}

function messagePromptOf(panel: PlaygroundState | undefined): MessagePrompt {
  const prompt = objectAt(panel?.settings.requests?.message ?? {}, 'prompt');
  const examples = objectsAt(prompt, 'examples').map((example): Pair => {
    const [input, output] = [objectAt(example, 'input'), objectAt(example, 'output')];
    return [textAt(input, 'content'), textAt(output, 'content')];
  });
  return { context: textAt(prompt, 'context'), examples };
}

function answerOf(panel: PlaygroundState | undefined): JsonObject {
  return panel?.settings.requests?.answer ?? {};
}

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
