import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { extensionOf, isPreviewed } from '../../base/mediaTypes';
import type { Handlers } from '../../webview/rpc';
import { mediaFile } from '../../conversation/model/mediaFile';
import type { mediaCalls } from '../../conversation/model/calls';
import type { PanelDeps, AnswerFile } from './panelDeps';

export function mediaHandlers({ actions }: PanelDeps): Handlers<{ calls: typeof mediaCalls }> {
  const fileOf = (mimeType: string, data: string, given = ''): AnswerFile => {
    const file = mediaFile(mimeType, data);
    const bytes = Buffer.from(file.data, 'base64');
    if (bytes.length === 0) {
      throw new AppError('noContent', l10n.t('There is no content in this part of the message.'));
    }
    const known = extensionOf(file.mimeType);
    const name = bareFileName(given);
    const [, own] = /\.([\w-]{1,16})$/.exec(name) ?? [];
    const extension = known ?? own ?? 'bin';
    return { name: name || `${l10n.t('answer')}.${extension}`, extension, bytes };
  };
  return {
    saveMedia: async ({ mimeType, data, name }) => {
      await actions.saveFile(fileOf(mimeType, data, name));
    },
    openMedia: async ({ mimeType, data }) => {
      const file = fileOf(mimeType, data);
      if (!isPreviewed(file.extension)) {
        throw new AppError(
          'notShown',
          l10n.t(
            'VS Code has no preview for content of the type “{0}”. Save it instead.',
            mimeType,
          ),
        );
      }
      await actions.openFile(file);
    },
  };
}

/** The name of a file as it may be offered for a new one: no folder, nothing that hides, nothing that a disk refuses. */
function bareFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/[\p{C}<>:"|?*]/gu, '_').replace(/^\.+|[. ]+$/g, '');
}
