import { AppError } from '../../src/base/errors';
import type { FileSuggestion } from '../../src/conversation/model/calls';
import type { FileSource } from '../../src/conversation/model/conversation';
import type {
  WorkspaceFiles,
  WorkspaceText,
} from '../../src/conversation/attachments/loadAttachment';

/** Text files of a workspace, by path. */
export class FakeWorkspaceFiles implements WorkspaceFiles {
  readonly files = new Map<string, string>();
  readonly suggestions: FileSuggestion[] = [];

  async suggest(query: string): Promise<readonly FileSuggestion[]> {
    return this.suggestions.filter(({ label }) => label.includes(query));
  }

  async read({ path }: FileSource): Promise<readonly WorkspaceText[]> {
    const found = [...this.files].filter(([name]) => name === path || name.startsWith(`${path}/`));
    if (found.length === 0) throw new AppError('fileGone', `There is no ${path}.`);
    return found.map(([name, text]) => ({ path: name.slice(1), language: 'ts', text }));
  }
}
