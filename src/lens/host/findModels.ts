import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { PACK_DATE } from '../../api/modelPack';
import { type LocalFiles, vscodeLocalFiles } from '../../platform/localFiles';
import type { Sheet, SheetAction } from '../../platform/sheet';
import type { LensContext } from '../mark';
import {
  type LensFinding,
  locate,
  markdownReport,
  type ModelUse,
  routeText,
  sarifReport,
  summarize,
} from '../report';
import type { LensDeps } from './deps';
import { type MarkedFile, scanWorkspace } from './workspaceMarks';

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
