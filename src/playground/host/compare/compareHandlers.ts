import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import type { Prompts } from '../../../platform/prompts';
import type { TextDocuments } from '../../../platform/textDocuments';
import { plainText } from '../../../platform/plainText';
import type { Handlers } from '../../../webview/rpc';
import type { CompareProtocol } from '../../compare';
import { turnText } from '../../turns';
import type { Pickers } from '../pickers';
import type { Comparison } from './comparison';

export interface CompareParts {
  readonly comparison: Comparison;
  readonly pickers: Pick<Pickers, 'model'>;
  readonly prompts: Pick<Prompts, 'pick'>;
  readonly documents: Pick<TextDocuments, 'compare'>;
  readonly l10n: L10n;
  /** The page has loaded and listens. */
  readonly onReady: () => void;
}

type Answered = ReturnType<Comparison['answers']>[number];

/** The host's answers to what a page calls about all columns. */
export function compareHandlers(parts: CompareParts): Handlers<CompareProtocol> {
  const { comparison, pickers } = parts;
  return {
    async ready() {
      parts.onReady();
    },
    sendAll: ({ text }) => comparison.send(text),
    async stopAll() {
      comparison.stop();
    },
    async addColumn() {
      await pickers.model(comparison.add().session);
    },
    removeColumn: ({ column }) => comparison.remove(column),
    compareAnswers: () => compareAnswers(parts),
  };
}

async function compareAnswers(parts: CompareParts): Promise<void> {
  const { comparison, documents, l10n } = parts;
  const answers = comparison.answers();
  if (answers.length < 2) {
    throw new AppError('noAnswers', l10n.t('Two columns need an answer to be compared.'));
  }
  const left = await choose(parts, answers, l10n.t('The answer on the left'));
  if (!left) return;
  const others = answers.filter((other) => other !== left);
  const right = await choose(parts, others, l10n.t('The answer on the right'));
  if (!right) return;
  await documents.compare(textOf(left), textOf(right), `${nameOf(left)} ↔ ${nameOf(right)}`);
}

/** Nobody is asked where there are no more than two. */
async function choose(
  { prompts, l10n }: CompareParts,
  answers: readonly Answered[],
  title: string,
): Promise<Answered | undefined> {
  if (answers.length <= 2) return answers[0];
  return await prompts.pick(
    { title, placeholder: l10n.t('Choose an answer') },
    answers.map((value) => ({ label: nameOf(value), value })),
  );
}

function nameOf({ answer }: Answered): string {
  return plainText(answer.model.replace(/^(models|tunedModels)\//, ''));
}

function textOf(answered: Answered): { readonly name: string; readonly read: () => string } {
  return { name: `${nameOf(answered)}.md`, read: () => turnText(answered.answer) };
}
