import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import type { SourceFile } from '../../platform/localFiles';
import type { ResourcesContext } from '../context';

export interface ImportSource {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Whether the content is always UTF-8. */
  readonly isUtf8?: true;
  read(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

export async function pickSource(
  context: ResourcesContext,
  title: string,
): Promise<ImportSource | undefined> {
  const { prompts } = context;
  const from = await prompts.pick<() => Promise<ImportSource | undefined>>(
    { title, placeholder: l10n.t('Select an import source') },
    [
      {
        label: l10n.t('From a file…'),
        detail: l10n.t('JSONL, CSV, or plain text with paragraphs'),
        icon: 'file',
        value: () => pickFile(context),
      },
      {
        label: l10n.t('From the clipboard'),
        detail: l10n.t('Copied table rows, JSONL, or paragraphs'),
        icon: 'clippy',
        value: () => pasted(context),
      },
    ],
  );
  return await from?.();
}

async function pickFile(context: ResourcesContext): Promise<SourceFile | undefined> {
  const file = await context.localFiles.pick({
    title: l10n.t('Select Text File'),
    label: l10n.t('Fetched'),
    filter: {
      name: l10n.t('Text and tables'),
      extensions: ['jsonl', 'ndjson', 'csv', 'tsv', 'txt', 'md'],
    },
  });
  return file && notEmpty(file);
}

/** Opens a dropped file. Throws if it's not a file, or empty. */
export async function openSource(context: ResourcesContext, file: FileTarget): Promise<SourceFile> {
  return notEmpty(await context.localFiles.open(file));
}

function notEmpty(file: SourceFile): SourceFile {
  if (file.size === 0) throw new AppError('emptySource', l10n.t('The file is empty.'));
  return file;
}

async function pasted({ system }: ResourcesContext): Promise<ImportSource> {
  const bytes = Buffer.from(await system.paste(), 'utf8');
  if (bytes.length === 0) {
    throw new AppError('emptySource', l10n.t('There is no text on the clipboard.'), {
      hint: l10n.t('Copy the rows or the text first.'),
    });
  }
  return {
    ...{ name: l10n.t('the clipboard'), size: bytes.length, isUtf8: true },
    async *read() {
      yield await Promise.resolve(bytes);
    },
  };
}
