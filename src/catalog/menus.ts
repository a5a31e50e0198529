import { actions, contextPattern, verbs, type Action } from './actions';
import { commandRow, type CommandRow } from './commandRows';
import { commands } from './commandTable';
import {
  commandId,
  isTitleCommand,
  TITLE_COMMANDS,
  titleCommandId,
  type CommandName,
} from './commands';
import {
  ACTIVITY_VIEW,
  CONVERSATIONS_VIEW,
  RESOURCES_VIEW,
  SEARCH_VIEW,
  TRAFFIC_VIEW,
} from './ids';

export interface MenuRow {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

export function commandNames(): readonly CommandName[] {
  return Object.keys(commands) as CommandName[];
}

/** Menus of package.json: rows of the tree by capability, the view's title, and what the palette hides. */
export function menus(): { readonly [place: string]: readonly MenuRow[] } {
  return {
    commandPalette: [
      ...commandNames().flatMap(paletteRow),
      ...TITLE_COMMANDS.map((name) => ({ command: titleCommandId(name), when: 'false' })),
    ],
    'view/title': commandNames().flatMap(titleRow),
    'view/item/context': [
      ...verbs().flatMap(itemRows),
      ...commandNames().flatMap(trafficRow),
      ...commandNames().flatMap(activityRow),
      ...commandNames().flatMap(conversationRow),
    ],
    'editor/context': commandNames().flatMap(contextRow),
    'editor/title': commandNames().flatMap(editorRow),
    'editor/title/context': commandNames().flatMap(filesRow),
    'explorer/context': commandNames().flatMap(filesRow),
  };
}

function paletteRow(name: CommandName): readonly MenuRow[] {
  const { palette } = commandRow(name);
  if (palette === undefined) return [];
  return [{ command: commandId(name), when: palette === false ? 'false' : palette }];
}

function titleRow(name: CommandName): readonly MenuRow[] {
  const { viewTitle } = commandRow(name);
  if (!viewTitle) return [];
  const view = `view == ${viewTitle.view ?? RESOURCES_VIEW}`;
  const when = viewTitle.when === undefined ? view : `${view} && ${viewTitle.when}`;
  const command = isTitleCommand(name) ? titleCommandId(name) : commandId(name);
  return [{ command, when, group: viewTitle.group }];
}

function trafficRow(name: CommandName): readonly MenuRow[] {
  return viewRow(name, TRAFFIC_VIEW, commandRow(name).trafficRow);
}

function activityRow(name: CommandName): readonly MenuRow[] {
  return viewRow(name, ACTIVITY_VIEW, commandRow(name).activityRow);
}

function conversationRow(name: CommandName): readonly MenuRow[] {
  return viewRow(name, CONVERSATIONS_VIEW, commandRow(name).conversationRow);
}

function contextRow(name: CommandName): readonly MenuRow[] {
  const { editorContext } = commandRow(name);
  return editorContext ? [{ command: commandId(name), ...editorContext }] : [];
}

function viewRow(name: CommandName, id: string, row: CommandRow['trafficRow']): readonly MenuRow[] {
  if (!row) return [];
  const view = `view == ${id}`;
  const when = row.when === undefined ? view : `${view} && ${row.when}`;
  return [{ command: commandId(name), when, group: row.group }];
}

function editorRow(name: CommandName): readonly MenuRow[] {
  const { editorTitle } = commandRow(name);
  return editorTitle ? [{ command: commandId(name), ...editorTitle }] : [];
}

function filesRow(name: CommandName): readonly MenuRow[] {
  const { onFiles } = commandRow(name);
  return onFiles ? [{ command: commandId(name), ...onFiles }] : [];
}

function itemRows(verb: keyof typeof actions): readonly MenuRow[] {
  const { menu, inline, inSearch }: Action = actions[verb];
  const row = (pattern: string, group: string, view: string = RESOURCES_VIEW): MenuRow => ({
    command: commandId(verb),
    when: `view == ${view} && viewItem =~ /${pattern}/`,
    group,
  });
  const rows = [row(contextPattern(verb), menu)];
  if (inline) rows.push(row(contextPattern(verb, inline), `inline@${verbs().indexOf(verb) + 1}`));
  if (inSearch) rows.push(row(contextPattern(verb), menu, SEARCH_VIEW));
  return rows;
}
