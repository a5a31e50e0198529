import { actions, contextPattern, verbs, type Action } from './actions';
import { commandRow } from './commandRows';
import { commandId, commands, RESOURCES_VIEW, TRAFFIC_VIEW, type CommandName } from './ids';

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
    commandPalette: commandNames().flatMap(paletteRow),
    'view/title': commandNames().flatMap(titleRow),
    'view/item/context': [...verbs().flatMap(itemRows), ...commandNames().flatMap(trafficRow)],
    'editor/title': commandNames().flatMap(editorRow),
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
  return [{ command: commandId(name), when, group: viewTitle.group }];
}

function trafficRow(name: CommandName): readonly MenuRow[] {
  const { trafficRow: row } = commandRow(name);
  if (!row) return [];
  const view = `view == ${TRAFFIC_VIEW}`;
  const when = row.when === undefined ? view : `${view} && ${row.when}`;
  return [{ command: commandId(name), when, group: row.group }];
}

function editorRow(name: CommandName): readonly MenuRow[] {
  const { editorTitle } = commandRow(name);
  return editorTitle ? [{ command: commandId(name), ...editorTitle }] : [];
}

function itemRows(verb: keyof typeof actions): readonly MenuRow[] {
  const { menu, inline }: Action = actions[verb];
  const row = (pattern: string, group: string): MenuRow => ({
    command: commandId(verb),
    when: `view == ${RESOURCES_VIEW} && viewItem =~ /${pattern}/`,
    group,
  });
  const rows = [row(contextPattern(verb), menu)];
  if (inline) rows.push(row(contextPattern(verb, inline), 'inline@1'));
  return rows;
}
