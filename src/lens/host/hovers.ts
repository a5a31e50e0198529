import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { commandId } from '../../catalog/commands';
import { hover } from '../../platform/hover';
import { hoverFacts } from '../hoverFacts';
import { modelRef } from './connectionModels';
import type { LensDeps } from './deps';
import type { DocumentMarks } from './documentMarks';
import { rangeOf } from './fixes';

/** Facts about the models in source code. */
export class LensHovers implements vscode.HoverProvider {
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
      ...{ title, command: commandId(name), arguments: target },
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
