import * as vscode from 'vscode';
import type { Badge } from '../../catalog/kindRow';

/** Scheme of what only says which mark a row has: nothing else of VS Code knows it. */
export const BADGE_SCHEME = 'genlangbadge';

/** The address that has a row's mark. It is the same for all rows with the mark, and names none of them. */
export function badgeUri({ text, tone }: Badge): vscode.Uri {
  return vscode.Uri.from({ scheme: BADGE_SCHEME, path: `/${tone}/${text}` });
}
