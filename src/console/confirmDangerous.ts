import { operationRow } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { operationTitle } from '../catalog/operationTitle';
import { plainText } from '../platform/plainText';
import type { Connection } from '../service/connection';
import type { ConsoleParts } from './parts';
import { resourceOf } from './resourceOf';

/** Asks before what cannot be taken back; true at once for all else. */
export async function confirmDangerous(
  { prompts, l10n }: Pick<ConsoleParts, 'prompts' | 'l10n'>,
  request: PlainRequest,
  { name }: Connection,
): Promise<boolean> {
  const { operation } = request;
  if (operation === 'discovery') return true;
  const { effect, summary } = operationRow(operation);
  if (effect !== 'dangerous') return true;
  // The summaries begin with a verb; VS Code itself has a button “Cancel”, to leave the question.
  const [verb = summary] = summary.split(' ');
  const action = verb === 'Cancel' ? l10n.t('Cancel Operation') : verb;
  const answer = await prompts.confirm(
    l10n.t('{0}: {1}?', operationTitle(operation), plainText(resourceOf(request))),
    {
      detail: l10n.t(
        'The request goes to the connection “{0}”. What it does there cannot be undone.',
        plainText(name),
      ),
      actions: [action],
    },
  );
  return answer === action;
}
