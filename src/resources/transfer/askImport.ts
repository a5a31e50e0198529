import * as l10n from '@vscode/l10n';
import type { Version } from '../../api/versions';
import type { ResourceRef } from '../../catalog/ref';
import { nameBelow, shortLabel, labelledResource } from '../resourceTexts';
import type { ResourcesContext } from '../context';
import { chooseCorpus, corporaOf } from './chooseCorpus';
import type { ExportScan } from './scanExport';

/** What the user wants of an import. */
export interface ImportPlan {
  readonly connection: string;
  readonly version: Version;
  /** The corpus that it goes into; absent where the export's own is made. */
  readonly corpus?: ResourceRef;
  readonly withPermissions: boolean;
}

/** Asks where an export goes, and only for what is not clear. Undefined when dismissed. */
export async function askImport(
  context: ResourcesContext,
  scan: ExportScan,
  clicked: ResourceRef | undefined,
): Promise<ImportPlan | undefined> {
  const place = clicked ?? corporaOf(context);
  if (!place) return undefined;
  const { connection, version } = place;
  if (!scan.isWhole && !(await confirmCut(context, scan))) return undefined;
  const corpus = await askCorpus(context, scan, clickedCorpus(clicked));
  if (corpus === undefined) return undefined;
  const withPermissions = scan.permissions > 0 ? await askPermissions(context, scan) : false;
  if (withPermissions === undefined) return undefined;
  return {
    connection,
    version,
    withPermissions,
    ...(corpus !== 'new' && { corpus }),
  };
}

/** What was clicked may be a corpus, a document of it, or the row of all corpora or documents. */
function clickedCorpus(clicked: ResourceRef | undefined): ResourceRef | undefined {
  const name = clicked?.name.split('/').slice(0, 2).join('/');
  if (!clicked || !name?.startsWith('corpora/')) return undefined;
  const { connection, version } = clicked;
  return { connection, version, kind: 'corpus', name };
}

async function confirmCut({ prompts }: ResourcesContext, scan: ExportScan): Promise<boolean> {
  const action = l10n.t('Import What Is There');
  const detail = l10n.t('Its end is missing. It has {0}.', nameBelow(scan));
  const message = l10n.t('The file was not written to its end.');
  return (await prompts.confirm(message, { detail, actions: [action] })) === action;
}

async function askCorpus(
  context: ResourcesContext,
  { header }: ExportScan,
  clicked: ResourceRef | undefined,
): Promise<ResourceRef | 'new' | undefined> {
  const { prompts, services } = context;
  if (header.kind === 'document') {
    return clicked ?? (await chooseCorpus(context, l10n.t('Import the Document into a Corpus')));
  }
  if (!clicked) return 'new';
  const { label } = labelledResource(clicked, services.store.find(clicked));
  return await prompts.pick<ResourceRef | 'new'>({ title: l10n.t('Import a Corpus') }, [
    { label: l10n.t('Make a new corpus'), icon: 'add', value: 'new' },
    {
      label: l10n.t('Put its documents into “{0}”', shortLabel(label)),
      icon: 'merge',
      value: clicked,
    },
  ]);
}

async function askPermissions(
  { prompts }: ResourcesContext,
  { permissions }: ExportScan,
): Promise<boolean | undefined> {
  return await prompts.pick<boolean>(
    { title: l10n.t('The export says who could use the corpus') },
    [
      { label: l10n.t('Share it with nobody'), icon: 'lock', value: false, active: true },
      {
        label: l10n.t('Share it as it was'),
        detail:
          permissions === 1
            ? l10n.t('1 permission is given again.')
            : l10n.t('{0} permissions are given again.', permissions),
        icon: 'person-add',
        value: true,
      },
    ],
  );
}
