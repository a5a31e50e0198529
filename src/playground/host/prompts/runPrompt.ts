import { AppError, errorMessage } from '../../../base/errors';
import type { Verdict } from '../../conversation';
import type { PromptFile } from '../../promptFile';
import { Pickers } from '../pickers';
import { requireTarget } from '../requireTarget';
import type { SessionServices } from '../services';
import type { Session } from '../session';
import { validateMessage } from '../modes/saidInMode';
import { withFilledTurns } from '../../variables';
import { askAlong } from './askAlong';
import { askValues } from './askValues';
import { answerOf, headlessSession } from './headless';
import { changedFiles, loadFiles, tellChanged } from './promptAttachments';
import { promptConversation } from './promptConversation';
import { promptFileName } from './promptFileName';
import type { PromptParts } from './promptParts';
import { answerWords, formatResult, resultAddress } from './promptResult';
import { requireModel } from './requireModel';
import { requireTrust } from './requireTrust';
import { RunText } from './runText';
import { runSummary } from './runSummary';
import { sha256 } from './sha256';

/** Ends of an answer that are no result: the last one stays. */
const FAILED: ReadonlySet<Verdict> = new Set([
  'failed',
  'lost',
  'stalled',
  'serviceFailed',
  'stopped',
  'interrupted',
]);

/** A prompt file that was read. */
export interface OpenPrompt {
  readonly uri: string;
  readonly text: string;
  readonly prompt: PromptFile;
}

/**
 * Runs a prompt: asks for what it needs, sends it, shows the answer as it comes, and writes it into the file beside
 * the prompt. Throws `AppError` where that fails, and `CancelledError`; the last result stays then.
 */
export async function runPrompt(
  { uri, text, prompt: written }: OpenPrompt,
  parts: PromptParts,
  services: SessionServices,
): Promise<void> {
  const { clock, files, l10n, progress, documents } = parts;
  requireTrust(parts);
  if (written.messages.at(-1)?.role !== 'user') {
    throw new AppError('noMessage', l10n.t('This prompt ends without a message of the user.'), {
      hint: l10n.t('Add one to its messages: it is what the model answers.'),
    });
  }
  const connection = services.connections.active?.id;
  const { model } = written;
  requireTarget({ connection, version: 'v1beta', model }, l10n);
  const result = resultAddress(uri);
  // Before anything is paid for.
  await files.requirePlace(result);
  const { prompt, files: found } = await askAlong(written, uri, parts, services.uploads);
  const variables = await askValues(prompt, uri, parts);
  const name = promptFileName(uri);
  await progress(l10n.t('Running {0}', name), async (signal) => {
    const place = { uri, sha256: sha256(text), connection: connection ?? '', variables };
    const at = clock.now();
    tellChanged(await changedFiles(found, uri, parts, signal), parts);
    const attached = await loadFiles(prompt, found, services, place.connection, signal);
    const conversation = promptConversation(prompt, attached, { ...place, now: at, l10n });
    const session = headlessSession(validateMessage(withFilledTurns(conversation), l10n), services);
    try {
      await requireModel(session, services, new Pickers(services, parts.prompts), parts, signal);
      const shown = new RunText(`${name.replace(/\.json$/, '')}.md`, clock);
      await documents.show(shown, { beside: true });
      await receive(session, shown, signal);
    } finally {
      await session.close();
    }

    async function receive(from: Session, shown: RunText, until: AbortSignal): Promise<void> {
      try {
        const answer = await answerOf(from, until, (turn) => shown.grow(answerWords(turn)));
        const { verdict, failure } = answer.outcome ?? {};
        const isFailed = verdict !== undefined && FAILED.has(verdict);
        const kept = isFailed ? l10n.t('The last result was kept.') : promptFileName(result);
        shown.end(runSummary(answer, kept, l10n));
        if (isFailed) {
          throw new AppError('promptFailed', failure?.message ?? verdict, {
            hint: [failure?.hint, kept].filter(Boolean).join(' '),
            ...(connection !== undefined && { subject: { connection } }),
          });
        }
        await files.writeResult(result, formatResult(answer, { ...place, at }));
      } catch (error) {
        if (until.aborted) shown.end(l10n.t('{0}\n\n---\n\nCancelled.', shown.read()).trim());
        else if (!(error instanceof AppError))
          shown.end(`${shown.read()}\n\n${errorMessage(error)}`);
        throw error;
      }
    }
  });
}
