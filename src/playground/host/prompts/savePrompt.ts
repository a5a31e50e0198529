import { isObject, textAt, tryParse } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { safeFileName } from '../../../platform/safeFiles';
import { formatPrompt, PROMPT_ENDING } from '../../promptFile';
import type { Conversation, FileSource } from '../../conversation';
import type { SessionAccess } from '../sessionAccess';
import { promptFileName } from './promptFileName';
import { promptFrom } from './promptFrom';
import type { PromptParts } from './promptParts';
import { requireTrust } from './requireTrust';
import { sha256 } from './sha256';
import { whileReading } from './whileReading';

export interface SavedPrompt {
  /** The message that is being written. */
  readonly text: string;
  /** Into the file that the conversation belongs to, where there is one. */
  readonly over: boolean;
  /** Id of the message with which the prompt ends; absent means all of it. */
  readonly upTo?: string;
}

type Parts = Pick<PromptParts, 'files' | 'prompts' | 'progress' | 'isTrusted' | 'l10n'>;

/**
 * Saves a conversation as a prompt file, which it belongs to from then on. Asks before it writes over what was
 * changed elsewhere. Throws `CancelledError`, and `AppError` where the file is not readable as JSON, or changed in an editor.
 */
export async function savePrompt(
  parts: Parts,
  session: SessionAccess,
  { text, over, upTo }: SavedPrompt,
): Promise<void> {
  const { files, prompts, l10n } = parts;
  requireTrust(parts);
  const { conversation } = session;
  const asked = upTo === undefined ? conversation : endingWith(conversation, upTo);
  const { promptFile, promptSha256, title } = conversation;
  const isOver = over && promptFile !== undefined;
  const chosen = isOver
    ? promptFile
    : await files.saveAs(safeFileName(title, PROMPT_ENDING, 'prompt'), promptFile);
  if (chosen === undefined) return;
  const uri = isOver ? chosen : withEnding(chosen);
  const name = promptFileName(uri);
  if (files.isDirty(uri)) {
    throw new AppError('promptDirty', l10n.t('{0} has changes in an editor.', name), {
      hint: l10n.t('Save or undo them there first; nothing was written.'),
    });
  }
  const present = await files.read(uri);
  const isOther = present !== undefined && promptSha256 !== sha256(present);
  const question = isOver
    ? isOther && l10n.t('{0} has changed since it was opened here.', name)
    : // The dialog asked about the name that was typed.
      uri !== chosen && present !== undefined && l10n.t('{0} is there already.', name);
  if (question && !(await prompts.confirm(question, { actions: [l10n.t('Overwrite')] }))) return;
  const found = present === undefined ? {} : tryParse(present);
  if (isOver && !isObject(found)) throw damaged(name, l10n);
  const before: JsonObject = isObject(found) ? found : {};
  const reading = l10n.t('Reading the files of {0}', name);
  const { prompt, lost } = await whileReading(reading, sourcesOf(asked), parts, (signal) =>
    promptFrom(asked, text, uri, files, signal),
  );
  const kept = textAt(before, 'name');
  const named = isOver ? kept : kept || title;
  const written = formatPrompt(named === '' ? prompt : { ...prompt, name: named }, before);
  await files.write(uri, written);
  // Another conversation may have begun there meanwhile.
  if (session.conversation.id === conversation.id) {
    session.change((head) => ({ ...head, promptFile: uri, promptSha256: sha256(written) }));
  }
  if (lost.length === 0) {
    const open = l10n.t('Open File');
    const told = prompts.notify('info', l10n.t('{0} was saved.', name), open);
    // Not waited for: the conversation goes on.
    void told.then((answer) => (answer === open ? files.show(uri) : undefined));
    return;
  }
  const names = lost.map((one) => `“${one}”`).join(', ');
  void prompts.notify(
    'warning',
    l10n.t('{0} was saved without {1}: only files of its workspace can go along.', name, names),
  );
}

/** An address whose file is named as prompts are. Dialogs of VS Code add an ending to one that is there already. */
function withEnding(uri: string): string {
  return uri.replace(/(?:\.prompt\.json|\.prompt|\.json)*$/, PROMPT_ENDING);
}

/** The files of the user that are attached anywhere. */
function sourcesOf({ turns, attachments = [] }: Conversation): readonly FileSource[] {
  const sent = turns.flatMap((turn) => (turn.role === 'user' ? (turn.attached ?? []) : []));
  return [...sent, ...attachments].flatMap(({ source }) => source ?? []);
}

function endingWith({ attachments: _, ...rest }: Conversation, turn: string): Conversation {
  const end = rest.turns.findIndex(({ id }) => id === turn) + 1;
  return { ...rest, turns: rest.turns.slice(0, end) };
}

function damaged(name: string, l10n: L10n): AppError {
  return new AppError('badPrompt', l10n.t('{0} is not JSON, and was left as it is.', name), {
    hint: l10n.t('Correct it, or save under another name.'),
  });
}
