import { commandId, titleCommandId } from './commands';
import {
  commandNames,
  commandRow,
  titleCommands,
  verbs,
  type CommandName,
  type CommandRow,
  type Verb,
} from './commandTable';
import {
  ACTIVITY_VIEW,
  CONVERSATIONS_VIEW,
  RESOURCES_VIEW,
  SEARCH_VIEW,
  TRAFFIC_VIEW,
} from './ids';
import { contextPattern } from './kindOperations';

export interface MenuRow {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

/** Menus of package.json: rows of the tree by capability, the view's title, and what the palette hides. */
export function menus(): { readonly [place: string]: readonly MenuRow[] } {
  const files = rowsAt('onFiles');
  return {
    commandPalette: [
      ...commandNames().flatMap(paletteRow),
      ...titleCommands().map((name) => ({ command: titleCommandId(name), when: 'false' })),
    ],
    'view/title': commandNames().flatMap(titleRow),
    'view/item/context': [
      ...verbs().flatMap(treeRows),
      ...rowsAt('trafficRow', TRAFFIC_VIEW),
      ...rowsAt('activityRow', ACTIVITY_VIEW),
      ...rowsAt('conversationRow', CONVERSATIONS_VIEW),
    ],
    'editor/context': rowsAt('editorContext'),
    'editor/title': rowsAt('editorTitle'),
    'editor/title/context': files,
    'explorer/context': files,
  };
}

type PlaceName =
  'trafficRow' | 'activityRow' | 'conversationRow' | 'onFiles' | 'editorContext' | 'editorTitle';

/** The commands that have a place there; `view` is the one whose rows the place is on. */
function rowsAt(name: PlaceName, view?: string): readonly MenuRow[] {
  return commandNames().flatMap((command) => {
    const place = commandRow(command)[name];
    if (!place) return [];
    return [menuRow(commandId(command), place.group, [view && `view == ${view}`, place.when])];
  });
}

function menuRow(
  command: string,
  group: string,
  conditions: readonly (string | undefined)[],
): MenuRow {
  const when = conditions.filter((condition) => condition !== undefined).join(' && ');
  return { command, ...(when !== '' && { when }), group };
}

function paletteRow(name: CommandName): readonly MenuRow[] {
  const { palette } = commandRow(name);
  if (palette === undefined) return [];
  return [{ command: commandId(name), when: palette === false ? 'false' : palette }];
}

function titleRow(name: CommandName): readonly MenuRow[] {
  const { viewTitle } = commandRow(name);
  if (!viewTitle) return [];
  const { group, when, view = RESOURCES_VIEW } = viewTitle;
  const command = titleCommands().includes(name) ? titleCommandId(name) : commandId(name);
  return [menuRow(command, group, [`view == ${view}`, when])];
}

function treeRows(verb: Verb): readonly MenuRow[] {
  const { tree }: CommandRow = commandRow(verb);
  if (!tree) return [];
  const { group, icon, inSearch } = tree;
  const row = (pattern: string, place: string, view = RESOURCES_VIEW): MenuRow =>
    menuRow(commandId(verb), place, [`view == ${view}`, `viewItem =~ /${pattern}/`]);
  return [
    row(contextPattern(verb), group),
    ...(icon ? [row(contextPattern(verb, icon.on), `inline@${icon.order}`)] : []),
    ...(inSearch ? [row(contextPattern(verb), group, SEARCH_VIEW)] : []),
  ];
}
