import type { OperationId } from '../../api/operations';
import { contextKey } from '../ids';

export type NodeType =
  | 'collection'
  | 'resource'
  | 'group'
  | 'more'
  | 'error'
  | 'empty'
  | 'loading'
  | 'unavailable'
  | 'section'
  | 'older';

/** Menu group and order, such as `1_open@2`, and the when clause. */
interface Place {
  readonly group: string;
  readonly when?: string;
}

/**
 * A command: title, arguments, and places. The source of package.json (`manifest`), IDs and handler types (`commands`),
 * and argument validation (`commandArguments`).
 */
export interface CommandRow {
  readonly title: string;
  /**
   * Optional argument; rows also pass the other selected ones. `target`: a resource or collection; `exchange`: a
   * traffic entry; `activity`: a job; `files`: workspace files; `place`: an offset in a file; `runs`: a session or
   * recordings; `testCases`: cases and how to run them. Default: none.
   */
  readonly takes?:
    | 'target'
    | 'connection'
    | 'exchange'
    | 'activity'
    | 'conversation'
    | 'files'
    | 'place'
    | 'runs'
    | 'testAnswer'
    | 'testCases';
  /**
   * The required API method. If the method requires a signed-in user, menus hide the command for connections with an
   * API key, and other ways to run the command offer to sign in.
   */
  readonly needs?: OperationId;
  /** Codicon ID. */
  readonly icon?: string;
  /** When the palette shows the command. Default: always; `false`: never, because the command needs a row. */
  readonly palette?: false | string;
  readonly key?: { readonly win: string; readonly mac: string; readonly when: string };
  /**
   * Place in a view's title, by default of the resources view. A row command has a separate ID there
   * (`titleCommandId`).
   */
  readonly viewTitle?: Place & { readonly view?: string };
  /** Place on tree rows whose `contextValue` has this verb (`contextWords`). */
  readonly tree?: {
    readonly group: string;
    /** Row types with an inline icon, and its order. Up to 2 icons per row. */
    readonly icon?: { readonly order: number; readonly on: readonly NodeType[] };
    /** Whether search results have the command too. */
    readonly inSearch?: true;
  };
  readonly trafficRow?: Place;
  readonly activityRow?: Place;
  readonly conversationRow?: Place;
  /** Place on files and folders of the Explorer, and on editor tabs. */
  readonly onFiles?: Place;
  readonly editorContext?: Place;
  readonly editorTitle?: Place & { readonly when: string };
}

export interface CommandRows {
  readonly [name: string]: CommandRow;
}

export const CONNECTED = `${contextKey('state')} == connected`;
/** Also true before activation, when the state is unknown. */
export const USABLE = `${contextKey('state')} != unconfigured`;
