import { computed, type ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../../base/clock';
import { type JsonObject, objectAt, textAt } from '../../../base/json';
import { type KeptEdits, LocalEdits } from '../../../webview/kit/localEdits';
import {
  newQuestion,
  type QuestionRow,
  questionRows,
  questionsProblem,
} from '../../../conversation/model/decisionMode';
import { MODES } from '../../../conversation/model/modes';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import type { StoreAccess } from './context';
import type { MessagePrompt, Pair, UnsentInput, UnsentParts } from './unsentInput';
import { objectsAt } from '../jsonFields';
import { revealedText } from '../reveal';

/** Debounce, in ms. */
const PAUSE_MS = 300;

interface EditableValue<T> {
  readonly value: ReadonlySignal<T>;
  readonly put: (value: T) => void;
}

export class ModeEdits {
  readonly passages: EditableValue<readonly Pair[]>;
  readonly messagePrompt: EditableValue<MessagePrompt>;
  readonly author: EditableValue<string>;
  readonly questions: EditableValue<readonly QuestionRow[]>;
  readonly source: ReadonlySignal<string>;
  readonly blockedBecause: ReadonlySignal<string | undefined>;
  readonly #edits: Pick<LocalEdits<unknown>, 'flush' | 'onSnapshot'>[] = [];
  readonly #kept: {
    readonly [N in 'passages' | 'messagePrompt' | 'author' | 'questions']: () =>
      | UnsentInput[N]
      | undefined;
  };

  constructor({ panel, ask }: StoreAccess, unsent: UnsentInput = {}) {
    const edited = <T>(
      before: KeptEdits<T> | undefined,
      read: (panel: PlaygroundState | undefined) => T,
      tell: (value: T) => Promise<boolean>,
    ): EditableValue<T> & { readonly kept: () => KeptEdits<T> | undefined } => {
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
    const passages = edited(unsent.passages, passagesOf, (pairs) =>
      ask('setPassages', { passages: pairs.map(([id, text]) => ({ id, text })) }),
    );
    const messagePrompt = edited(unsent.messagePrompt, messagePromptOf, ({ context, examples }) => {
      const pairs = examples.map(([input, output]) => ({ input, output }));
      return ask('setMessagePrompt', { context, examples: pairs });
    });
    const author = edited(
      unsent.author,
      (now) => now?.author ?? '',
      (author) => ask('setAuthor', { author }),
    );
    const questions = edited(unsent.questions, questionsIn, (rows) =>
      ask('setQuestions', { questions: rows }),
    );
    this.questions = questions;
    this.passages = passages;
    this.messagePrompt = messagePrompt;
    this.author = author;
    this.#kept = {
      passages: passages.kept,
      messagePrompt: messagePrompt.kept,
      author: author.kept,
      questions: questions.kept,
    };
    this.blockedBecause = computed(() => panel.value && this.#blocker(panel.value));
  }

  get kept(): Pick<UnsentParts, 'passages' | 'messagePrompt' | 'author' | 'questions'> {
    const { passages, messagePrompt, author, questions } = this.#kept;
    return {
      ...{ passages: passages(), messagePrompt: messagePrompt() },
      ...{ author: author(), questions: questions() },
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
