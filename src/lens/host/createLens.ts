import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, CancelledError } from '../../base/errors';
import type { CommandHandlers } from '../../catalog/commands';
import type { PlaceTarget } from '../../catalog/ref';
import type { LensDeps } from './deps';
import { DocumentMarks } from './documentMarks';
import { LensFixes } from './fixes';
import { LensHovers } from './hovers';

type LensCommand = 'findModels' | 'proveSuccessor' | 'addKeyInCode';

export interface Lens extends Disposable {
  readonly handlers: CommandHandlers<LensCommand>;
}

/** Documents of every scheme; `isSource` selects those of the user. */
const EVERYWHERE: vscode.DocumentSelector = { pattern: '**' };

/** Creates the marks, hovers, and fixes. The commands load on demand. */
export function createLens(deps: LensDeps): Lens {
  const disposables = new DisposableStore();
  const { languages } = vscode;
  const marks = disposables.add(new DocumentMarks(deps));
  disposables.add(languages.registerHoverProvider(EVERYWHERE, new LensHovers(deps, marks)));
  disposables.add(
    languages.registerCodeActionsProvider(EVERYWHERE, new LensFixes(deps, marks), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
  return {
    handlers: {
      async findModels() {
        const { findModels } = await import('./findModels');
        await findModels(deps, marks.context);
      },
      async proveSuccessor(target) {
        const asked =
          target?.kind === 'model' ? target.name.replace(/^models\//, '') : modelAtCursor(marks);
        const { proveSuccessor } = await import('./proveSuccessor');
        const proven = await proveSuccessor(deps, asked);
        // The notification stays open after the command.
        if (proven) void offerReplacement(proven.model, proven.successor);
      },
      async addKeyInCode(target) {
        if (target) await deps.addKey(await keyAt(target, marks));
      },
    },
    dispose: () => disposables.dispose(),
  };

  async function offerReplacement(model: string, successor: string): Promise<void> {
    const replace = l10n.t('Replace Everywhere…');
    const message = l10n.t('The test report compares {0} with {1}.', model, successor);
    try {
      if ((await deps.prompts.notify('info', message, replace)) !== replace) return;
      const { replaceEverywhere } = await import('./replaceEverywhere');
      await replaceEverywhere(model, successor, marks.context);
    } catch (error) {
      if (!CancelledError.is(error)) void deps.report('lens', error);
    }
  }
}

function modelAtCursor(marks: DocumentMarks): string | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (!document || !selection) return undefined;
  const at = document.offsetAt(selection.active);
  const found = marks
    .of(document)
    .find(({ kind, start, end }) => kind === 'model' && start <= at && at <= end);
  return found?.id;
}

/** Returns the API key at a place. Throws `AppError` if it has moved. */
async function keyAt(
  { scheme, authority, path, offset }: PlaceTarget,
  marks: DocumentMarks,
): Promise<string> {
  const { workspace } = vscode;
  const uri = vscode.Uri.from({ scheme, authority, path });
  // Cells of a notebook have the same path.
  const open = workspace.textDocuments.filter(
    (one) => one.uri.scheme === scheme && one.uri.path === path,
  );
  for (const document of open.length > 0 ? open : [await workspace.openTextDocument(uri)]) {
    const mark = marks.of(document).find(({ kind, start }) => kind === 'key' && start === offset);
    if (mark) return document.getText().slice(mark.start, mark.end);
  }
  throw new AppError('noKey', l10n.t('The API key is no longer at this location.'), {
    hint: l10n.t('Try again.'),
  });
}
