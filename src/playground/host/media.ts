import { AppError } from '../../base/errors';
import type { Handlers } from '../../webview/rpc';
import { mediaFile } from '../mediaFile';
import type { mediaCalls } from '../calls';
import type { PanelDeps, AnswerFile } from './panelDeps';

/** Endings by type. What is not here is written as bytes without a meaning, and nothing opens it. */
const EXTENSIONS: { readonly [mimeType: string]: string } = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' },
  ...{ 'image/avif': 'avif', 'image/bmp': 'bmp', 'image/svg+xml': 'svg' },
  ...{ 'audio/wav': 'wav', 'audio/x-wav': 'wav', 'audio/wave': 'wav', 'audio/mpeg': 'mp3' },
  ...{ 'audio/mp3': 'mp3', 'audio/mp4': 'm4a', 'audio/x-m4a': 'm4a', 'audio/aac': 'aac' },
  ...{ 'audio/ogg': 'ogg', 'audio/flac': 'flac', 'audio/x-flac': 'flac', 'audio/webm': 'weba' },
  ...{ 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/ogg': 'ogv', 'video/quicktime': 'mov' },
  'application/pdf': 'pdf',
};
/** What VS Code's own preview shows without running anything. */
const SHOWN = /^(png|jpg|webp|gif|avif|bmp|wav|mp3|ogg|mp4|webm)$/;

export function mediaHandlers({
  actions,
  l10n,
}: PanelDeps): Handlers<{ calls: typeof mediaCalls }> {
  const fileOf = (mimeType: string, data: string, given = ''): AnswerFile => {
    const file = mediaFile(mimeType, data);
    const bytes = Buffer.from(file.data, 'base64');
    if (bytes.length === 0) {
      throw new AppError('noContent', l10n.t('There is no content in this part of the message.'));
    }
    const known = Object.hasOwn(EXTENSIONS, file.mimeType) ? EXTENSIONS[file.mimeType] : undefined;
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
      if (!SHOWN.test(file.extension)) {
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
