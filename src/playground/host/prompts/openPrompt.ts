import * as l10n from '@vscode/l10n';
import type { Conversation, FileSource } from '../../../conversation/model/conversation';
import type { PlaygroundEvent } from '../../../conversation/model/protocol';
import type { SessionServices } from '../../../conversation/session/context';
import type { Session } from '../../../conversation/session/session';
import { Pickers } from '../pickers';
import { confirmPrompt } from './promptAgreement';
import { promptConversation, readPrompt } from '../../../conversation/prompts/readPrompt';
import { knownValues, requireModel } from './promptValues';
import { changedFiles, loadFiles, reportChanged } from './promptAttachments';
import { PROMPT_ENDING, type PromptFile, promptFileName } from '../../../conversation/model/promptFile';
import { type PromptDeps, requireTrust, sha256 } from './promptFiles';
import type { OpenPrompt } from './runPrompt';
import { safeFileName } from '../../../platform/safeFiles';
import { fieldsOf, promptText, withEnding } from './savePrompt';

interface PromptPanel {
  readonly session: Session;
  tell(event: PlaygroundEvent): void;
}

/** The playgrounds of the window, as the work on prompt files needs them. */
export interface PromptPanels {
  readonly services: SessionServices;
  readonly current: PromptPanel | undefined;
  openNew(conversation: Conversation): PromptPanel;
}

/**
 * Opens a prompt in a playground of its own: its last message stands in the composer, what comes before it as
 * messages. Throws `AppError` where a file of it can't be taken along, and `CancelledError`.
 */
export async function openPrompt(
  { uri, text, prompt: written }: OpenPrompt,
  parts: PromptDeps,
  panels: PromptPanels,
): Promise<void> {
  const { clock, memory, progress } = parts;
  requireTrust(parts);
  const { services } = panels;
  const { prompt, files } = await confirmPrompt(written, uri, parts, services.uploads);
  const connection = services.connections.active?.id ?? '';
  const variables = knownValues(prompt, uri, memory);
  const { messages } = prompt;
  const last = messages.at(-1);
  const isDraft = last?.role === 'user' && !last.parts;
  const earlier = isDraft ? messages.slice(0, -1) : messages;
  reportChanged(await changedFiles(files, uri, parts), parts);
  const isOfDraft = (message: number): boolean => message >= earlier.length;
  const ofEarlier = files.filter(({ message }) => !isOfDraft(message));
  const title = l10n.t('Opening {0}', promptFileName(uri));
  const attached =
    ofEarlier.length === 0
      ? []
      : await progress(
          title,
          async (signal) => await loadFiles(prompt, ofEarlier, services, connection, signal),
        );
  const place = { uri, sha256: sha256(text), connection, variables, now: clock.now() };
  const begun = promptConversation({ ...prompt, messages: earlier }, attached, place);
  const conversation = isDraft && last.author ? { ...begun, author: last.author } : begun;
  const panel = panels.openNew(conversation);
  const ofDraft = files.filter(({ message }) => isOfDraft(message));
  if (ofDraft.length > 0) panel.session.attachments.attachUris(ofDraft.map(addressOf));
  panel.tell({ name: 'compose', text: isDraft ? (last.text ?? '') : '' });
  const pickers = new Pickers(services, parts.prompts);
  await requireModel(panel.session, services, pickers, parts);
}

/** As a dropped file names itself. */
function addressOf({ source }: { readonly source: FileSource }): string {
  const { scheme, authority, path } = source;
  const steps = path.split('/').map(encodeURIComponent).join('/');
  return `${scheme}://${encodeURIComponent(authority)}${steps}`;
}

/**
 * Saves a prompt that was imported as a prompt file where the user wants it, and opens it in a playground. Answers
 * whether it was saved. `from` is the address of the file that it was in. Throws `AppError` and `CancelledError`.
 */
export async function importPrompt(
  { prompt, from }: { readonly prompt: PromptFile; readonly from: string },
  parts: PromptDeps,
  panels: PromptPanels,
): Promise<boolean> {
  const { files, prompts } = parts;
  requireTrust(parts);
  const stem = promptFileName(from).replace(/\.prompt$/, '');
  const chosen = await files.saveAs(safeFileName(stem, PROMPT_ENDING, 'prompt'), from);
  if (chosen === undefined) return false;
  const uri = withEnding(chosen);
  const name = promptFileName(uri);
  const present = await files.read(uri);
  if (uri !== chosen && present !== undefined) {
    const question = l10n.t('{0} is there already.', name);
    const overwrite = l10n.t('Overwrite');
    if (!(await prompts.confirm(question, { actions: [overwrite] }))) return false;
  }
  const text = promptText(prompt, present, fieldsOf(present, name));
  await files.write(uri, text);
  await openPrompt({ uri, text, prompt: readPrompt(text, name) }, parts, panels);
  return true;
}
