import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, CancelledError } from '../../base/errors';
import { type CommandHandlers, commandId } from '../../catalog/commands';
import type { PlaceTarget } from '../../catalog/ref';
import { hover } from '../../platform/treeRows';
import { hoverFacts } from '../hoverFacts';
import { modelRef } from './connectionModels';
import type { LensDeps } from './deps';
import { DocumentMarks, LensFixes, rangeOf } from './documentMarks';

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
      const { replaceEverywhere } = await import('./findModels');
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

/** Facts about the models in source code. */
class LensHovers implements vscode.HoverProvider {
  readonly #deps: Pick<LensDeps, 'connections'>;
  readonly #marks: DocumentMarks;

  constructor(deps: Pick<LensDeps, 'connections'>, marks: DocumentMarks) {
    this.#deps = deps;
    this.#marks = marks;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const at = document.offsetAt(position);
    const mark = this.#marks
      .of(document)
      .find(({ kind, start, end }) => kind === 'model' && start <= at && at <= end);
    if (!mark) return undefined;
    const { id, route, message, successor } = mark;
    // VS Code shows diagnostics in the same hover.
    const isShown = this.#marks.shown(document).includes(mark);
    const target = [modelRef(id, this.#deps)];
    const link = (title: string, name: 'openPlayground' | 'proveSuccessor') => ({
      title,
      command: commandId(name),
      arguments: target,
    });
    const hasSuccessor = route === 'gemini' && successor !== undefined;
    return hover(
      {
        title: id,
        links: [
          link(l10n.t('Open in Playground'), 'openPlayground'),
          ...(hasSuccessor ? [link(l10n.t('Prove Successor…'), 'proveSuccessor')] : []),
        ],
        paragraphs: isShown ? [] : [message],
        facts: hoverFacts(id, this.#marks.context),
      },
      rangeOf(document, mark),
    );
  }
}
