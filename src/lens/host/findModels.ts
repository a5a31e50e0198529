import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { PACK_DATE } from '../../api/modelPack';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { type LocalFiles, vscodeLocalFiles } from '../../platform/localFiles';
import { steppedProgress } from '../../platform/progress';
import type { Sheet, SheetAction } from '../../platform/sheet';
import type { LensContext, LensMark } from '../mark';
import { isScanned, scan } from '../scan';
import {
  type LensFinding,
  locate,
  markdownReport,
  type ModelUse,
  routeText,
  sarifReport,
  summarize,
} from '../report';
import { type LensDeps, scannedPath } from './deps';
import { rangeOf } from './documentMarks';

/** Finds models in all files of the workspace, and shows them in a sheet. Throws `CancelledError`. */
export async function findModels(
  { sheets }: Pick<LensDeps, 'sheets'>,
  context: LensContext,
  localFiles: Pick<LocalFiles, 'saveAs'> = vscodeLocalFiles,
): Promise<void> {
  const files = await scanWorkspace(context);
  const findings = locate(files);
  const uses = summarize(findings, context.now);
  (await sheets()).open('models', modelSheet(uses, findings), (action) =>
    act(action, { files, findings, uses }, localFiles),
  );
}

interface FoundModels {
  readonly files: readonly MarkedFile[];
  readonly findings: readonly LensFinding[];
  readonly uses: readonly ModelUse[];
}

async function act(
  { action, rows }: SheetAction,
  found: FoundModels,
  localFiles: Pick<LocalFiles, 'saveAs'>,
): Promise<void> {
  const { files, findings, uses } = found;
  if (action === 'open') {
    const finding = findings[Number(rows[0])];
    const file = files.find(({ path }) => path === finding?.path);
    if (!finding || !file) return;
    const { line, column, endColumn } = finding;
    const selection = new vscode.Range(line - 1, column - 1, line - 1, endColumn - 1);
    await vscode.window.showTextDocument(file.uri, { selection });
  } else if (action === 'markdown') {
    await save(localFiles, ['Markdown', 'md'], markdownReport(uses));
  } else if (action === 'sarif') {
    const shown = findings.filter(({ severity }) => severity !== 'none');
    await save(localFiles, ['SARIF', 'sarif'], sarifReport(shown));
  }
}

async function save(
  localFiles: Pick<LocalFiles, 'saveAs'>,
  [name, extension]: readonly [name: string, extension: string],
  text: string,
): Promise<void> {
  const target = await localFiles.saveAs({
    title: l10n.t('Export Gemini Models'),
    name: `gemini-models.${extension}`,
    filter: { name, extensions: [extension] },
  });
  if (!target) return;
  await target.write(text);
  await vscode.window.showTextDocument(vscode.Uri.parse(target.uri, true));
}

function modelSheet(uses: readonly ModelUse[], findings: readonly LensFinding[]): Sheet {
  const files = new Set(findings.map(({ path }) => path)).size;
  return {
    title: l10n.t('Gemini Models'),
    blocks: [
      { kind: 'heading', text: l10n.t('Gemini models in this workspace') },
      {
        kind: 'text',
        text: l10n.t(
          'Locations: {0}. Files: {1}. Model data as of {2}.',
          findings.length,
          files,
          PACK_DATE,
        ),
        tone: 'muted',
      },
      {
        kind: 'buttons',
        buttons: [
          { id: 'markdown', title: l10n.t('Export as Markdown…') },
          { id: 'sarif', title: l10n.t('Export as SARIF…') },
        ],
      },
      {
        kind: 'table',
        id: 'models',
        caption: l10n.t('Models and SDKs'),
        columns: [
          { title: l10n.t('Name') },
          { title: l10n.t('Locations'), align: 'end' },
          { title: l10n.t('Stage') },
          { title: l10n.t('Shutdown date') },
          { title: l10n.t('Successor') },
        ],
        rows: uses.map(({ id, route, places, standing, end = '', successor = '' }) => ({
          id: `${route} ${id}`,
          cells: [
            { text: id, ...(isWarning(places) && { tone: 'danger' as const }) },
            { text: String(places.length), order: places.length },
            { text: standing ?? routeText(route) },
            { text: end },
            { text: successor },
          ],
        })),
        empty: l10n.t('No Gemini models found.'),
      },
      {
        kind: 'table',
        id: 'places',
        caption: l10n.t('Locations'),
        columns: [l10n.t('Location'), l10n.t('Name'), l10n.t('Finding')].map((title) => ({
          title,
        })),
        rows: findings.map((finding, index) => {
          const { path, line, id, message } = finding;
          return {
            id: String(index),
            cells: [
              { text: `${path}:${line}`, action: 'open' },
              {
                text: id === '' ? l10n.t('API key') : id,
                ...(isWarning([finding]) && { tone: 'danger' as const }),
              },
              { text: message },
            ],
          };
        }),
        empty: l10n.t('No Gemini models found.'),
      },
    ],
  };
}

function isWarning(places: readonly LensFinding[]): boolean {
  return places.some(({ severity }) => severity === 'warning');
}

/** Shows a preview of replacing a model in all files of the workspace. Throws `CancelledError`. */
export async function replaceEverywhere(
  model: string,
  successor: string,
  context: LensContext,
): Promise<void> {
  const files = await scanWorkspace(context);
  const edit = new vscode.WorkspaceEdit();
  const label = l10n.t('Replace {0} with {1}', model, successor);
  for (const { uri, marks } of files) {
    const own = marks.filter(({ id, route }) => id === model && route === 'gemini');
    if (own.length === 0) continue;
    const document = await vscode.workspace.openTextDocument(uri);
    for (const mark of own) {
      const range = rangeOf(document, mark);
      edit.replace(uri, range, successor, { label, needsConfirmation: true });
    }
  }
  if (edit.size > 0) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

/** Folders that aren't searched; `isScanned` excludes more. */
const EXCLUDED = '**/{node_modules,.git,.venv,venv,site-packages}/**';
/** In bytes. Larger files are skipped. */
const MAX_SIZE = 1024 * 1024;
const PARALLEL = 8;
/** Number of files between two updates of the progress. */
const STEP = 200;

/** A file of the workspace with its marks. */
interface MarkedFile {
  readonly uri: vscode.Uri;
  /** Relative to the workspace folder, with its name if there are several. */
  readonly path: string;
  readonly text: string;
  readonly marks: readonly LensMark[];
}

/**
 * Scans all files of the workspace, including unsaved changes, with a cancelable notification. Skips unreadable, large,
 * and binary files. Throws `CancelledError`.
 */
async function scanWorkspace(context: LensContext): Promise<readonly MarkedFile[]> {
  return await steppedProgress(l10n.t('Finding Gemini models'), async (signal, tell) => {
    const all = await vscode.workspace.findFiles('**/*', EXCLUDED);
    throwIfAborted(signal);
    const uris = all.filter((uri) => isScanned(scannedPath(uri)));
    const found: MarkedFile[] = [];
    let done = 0;
    await mapConcurrent(PARALLEL, uris, async (uri) => {
      throwIfAborted(signal);
      const text = await textOf(uri);
      const marks = text === undefined ? [] : scan({ path: scannedPath(uri), text }, context);
      const path = vscode.workspace.asRelativePath(uri).replaceAll('\\', '/');
      if (text !== undefined && marks.length > 0) found.push({ uri, path, text, marks });
      done += 1;
      if (done % STEP > 0) return;
      const message = l10n.t('{0} of {1} files', done, uris.length);
      tell({ message, increment: (100 * STEP) / uris.length });
    });
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  });
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const { fs, textDocuments } = vscode.workspace;
  const open = textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open?.isDirty) return open.getText();
  try {
    if ((await fs.stat(uri)).size > MAX_SIZE) return undefined;
    const bytes = await fs.readFile(uri);
    return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
