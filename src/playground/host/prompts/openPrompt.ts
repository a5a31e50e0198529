import * as l10n from '@vscode/l10n';
import type { Conversation, FileSource } from '../../../conversation/model/conversation';
import type { PlaygroundEvent } from '../../../conversation/model/protocol';
import type { SessionServices } from '../../../conversation/session/context';
import type { Session } from '../../../conversation/session/session';
import { Pickers } from '../pickers';
import { changedFiles, confirmPrompt, loadFiles, reportChanged } from './promptAgreement';
import { promptConversation, readPrompt } from '../../../conversation/prompts/readPrompt';
import { type PromptDeps, knownValues, requireModel, requireTrust, sha256 } from './promptFiles';
import {
  PROMPT_ENDING,
  type PromptFile,
  promptFileName,
  promptVariables,
} from '../../../conversation/model/promptFile';
import type { OpenPrompt } from './runPrompt';
import { safeFileName } from '../../../platform/safeFiles';
import { fieldsOf, promptText, withEnding } from './savePrompt';
import { withFilledTurns } from '../../../conversation/model/turns';
import { AppError } from '../../../base/errors';
import type { PromptTemplate } from '../../../platform/promptTemplate';
import { requestBody } from '../../../conversation/request/requestBody';

interface PromptPanel {
  readonly session: Session;
  tell(event: PlaygroundEvent): void;
}

export interface PromptPanels {
  readonly services: SessionServices;
  readonly current: PromptPanel | undefined;
  openNew(conversation: Conversation): PromptPanel;
}

/**
 * Opens a prompt in a new playground, with its last message in the composer.
 * @throws AppError if an attachment can't be read
 * @throws CancelledError if dismissed
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

/** Matches the URL format of dropped files. */
function addressOf({ source }: { readonly source: FileSource }): string {
  const { scheme, authority, path } = source;
  const steps = path.split('/').map(encodeURIComponent).join('/');
  return `${scheme}://${encodeURIComponent(authority)}${steps}`;
}

/**
 * Saves an imported prompt as a prompt file and opens it. Returns whether it was saved.
 * @param from URL of the original file
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
    const question = l10n.t('{0} already exists.', name);
    const overwrite = l10n.t('Overwrite');
    if (!(await prompts.confirm(question, { actions: [overwrite] }))) return false;
  }
  const text = promptText(prompt, present, fieldsOf(present, name));
  await files.write(uri, text);
  await openPrompt({ uri, text, prompt: readPrompt(text, name) }, parts, panels);
  return true;
}

/** Reads a prompt file as a template for many requests. Throws `AppError` if invalid or unsupported there. */
export async function readTemplate(
  uri: string,
  deps: Pick<PromptDeps, 'files' | 'isTrusted'>,
): Promise<PromptTemplate> {
  requireTrust(deps);
  const text = await deps.files.read(uri);
  if (text === undefined) {
    throw new AppError('noPrompt', l10n.t('{0} doesn’t exist.', promptFileName(uri)));
  }
  return promptTemplate(text, uri);
}

export function promptTemplate(text: string, uri: string): PromptTemplate {
  const name = promptFileName(uri);
  const prompt = readPrompt(text, name);
  const { mode = 'chat', messages, variables = {} } = prompt;
  if (mode !== 'chat') {
    throw new AppError('wrongMode', l10n.t('{0} isn’t a Chat mode prompt.', name), {
      hint: l10n.t('Batch jobs accept prompts in Chat mode.'),
    });
  }
  if (messages.at(-1)?.role !== 'user') {
    throw new AppError('noMessage', l10n.t('This prompt doesn’t end with a user message.'), {
      hint: l10n.t('Add a user message to the end of the prompt.'),
    });
  }
  if (messages.some(({ attachments = [] }) => attachments.length > 0)) {
    throw new AppError('hasFiles', l10n.t('{0} has local attachments.', name), {
      hint: l10n.t(
        'For a batch job, upload them first and add their URIs as parts of the message.',
      ),
    });
  }
  const conversation = promptConversation(prompt, [], {
    uri,
    sha256: sha256(text),
    connection: '',
    variables: {},
    now: 0,
  });
  const defaults = Object.entries(variables).flatMap(([variable, row]) =>
    row.default === undefined ? [] : [[variable, row.default] as const],
  );
  return {
    name,
    model: prompt.model,
    variables: promptVariables(prompt),
    defaults: Object.fromEntries(defaults),
    request(values, version) {
      const filled = withFilledTurns({ ...conversation, variables: values });
      return requestBody(filled, version).input.body;
    },
  };
}
