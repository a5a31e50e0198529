import * as vscode from 'vscode';
import type { FileTarget } from '../../../base/fileTarget';
import { AppError } from '../../../base/errors';
import type { CommandHandlers } from '../../../catalog/commands';
import { plainText } from '../../../platform/plainText';
import { DEFAULT_MODE } from '../../conversation';
import { MODES } from '../../modes';
import type { PlaygroundPanel } from '../panel';
import type { CommandParts } from '../playgroundCommands';
import { attachFiles } from './attachFiles';
import { fencedText } from './fencedText';

type Names = 'askAboutSelection' | 'addToPlayground';

const { l10n } = vscode;

/** Commands that take what is in an editor into the playground. */
export function editorCommands({ host, panels }: CommandParts): CommandHandlers<Names> {
  const panel = async (
    fits: (open: PlaygroundPanel) => boolean = () => true,
  ): Promise<PlaygroundPanel> => {
    const loaded = await panels();
    const { current, all } = loaded;
    const open = current && fits(current) ? current : all.findLast(fits);
    return open ?? (await loaded.open(undefined, true));
  };
  return {
    async askAboutSelection() {
      const editor = vscode.window.activeTextEditor;
      if (!editor || editor.selection.isEmpty) {
        throw new AppError('noSelection', l10n.t('Nothing is selected in an editor.'), {
          hint: l10n.t('Select what you want to ask about.'),
        });
      }
      (await panel(chats)).tell({ name: 'add', text: piecesOf(editor) });
    },
    async addToPlayground(target, selected) {
      const editor = vscode.window.activeTextEditor;
      // VS Code hands a selection of files over from the Explorer alone.
      const isEditor = editor && !selected && (!target || isSame(editor.document.uri, target));
      if (isEditor && (!editor.selection.isEmpty || editor.document.isUntitled)) {
        (await panel()).tell({ name: 'add', text: piecesOf(editor) });
        return;
      }
      const one = target ?? editor?.document.uri;
      const files = selected && selected.length > 0 ? selected : one ? [one] : [];
      if (files.length === 0) {
        throw new AppError('noEditor', l10n.t('No file is open in an editor.'));
      }
      const shown = await panel();
      shown.focus('composer');
      attachFiles(files, shown.session.attachments, host.prompts);
    },
  };
}

/** Whether a question can be asked there: elsewhere the words would become a vector, or go to a legacy model. */
function chats({ session }: PlaygroundPanel): boolean {
  return MODES[session.conversation.mode ?? DEFAULT_MODE].isChat === true;
}

function isSame(uri: vscode.Uri, target: FileTarget): boolean {
  return uri.toString() === vscode.Uri.from(target).toString();
}

/** What is selected, or all of it where nothing is. */
function piecesOf({ document, selections, selection }: vscode.TextEditor): string {
  const path = plainText(vscode.workspace.asRelativePath(document.uri));
  const language = document.languageId;
  if (selection.isEmpty) return fencedText({ path, language, text: document.getText() });
  return selections
    .filter(({ isEmpty }) => !isEmpty)
    .map((range) => {
      // A selection of whole lines ends at the beginning of the next one.
      const last = range.end.character === 0 ? range.end.line : range.end.line + 1;
      const lines = [range.start.line + 1, last] as const;
      return fencedText({ path, lines, language, text: document.getText(range) });
    })
    .join('\n');
}
