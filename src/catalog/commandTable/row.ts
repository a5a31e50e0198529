import type { OperationId } from '../../api/operations';
import { contextKey } from '../ids';

/** Rows of the tree that are told apart by what they stand for. */
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

/** Group and order in a menu, such as `1_open@2`, and the condition under which the command is there. */
interface Place {
  readonly group: string;
  readonly when?: string;
}

/**
 * THE COMMANDS, a row each: what the user reads, what the command takes, and where it appears. From the rows derive
 * package.json with its menus, keys and texts (`manifest`), the ids and the handlers' types (`commands`), and
 * the check of what a command was called with (`commandArguments`).
 */
export interface CommandRow {
  /** In menus and in the palette. */
  readonly title: string;
  /**
   * What it works on; whoever runs it may leave it out. A `target` is a resource or a collection of them, with all that
   * are selected beside it; a `connection` one of the user's; an `exchange` an entry of the traffic; an `activity` one
   * of the view of what runs; a `conversation` one of this machine, with those selected beside it; `files` are the
   * user's own, with those selected beside them; a `testAnswer` one of a run of prompt tests,
   * `testCases` some of them with the way to run them. Nothing where this is absent.
   */
  readonly takes?:
    | 'target'
    | 'connection'
    | 'exchange'
    | 'activity'
    | 'conversation'
    | 'files'
    | 'testAnswer'
    | 'testCases';
  /**
   * The operation without which it does nothing. Where its row takes a signed-in user alone, the command is in no menu of
   * a window whose connection has only an API key, and asks for a sign-in where it is reached otherwise.
   */
  readonly needs?: OperationId;
  /** Codicon id. */
  readonly icon?: string;
  /** Where the palette has it: always by default, where a when clause holds, or nowhere: it needs a row. */
  readonly palette?: false | string;
  readonly key?: { readonly win: string; readonly mac: string; readonly when: string };
  /**
   * Place in the title of a view; the resources unless it says otherwise. A command that takes a row has an id of its
   * own there (`titleCommandId`).
   */
  readonly viewTitle?: Place & { readonly view?: string };
  /** Place on the rows of the tree that have the verb of this name among their words (`contextWords`). */
  readonly tree?: {
    readonly group: string;
    /** Rows on which it is also an icon, and its order there; at most two of these meet on one row. */
    readonly icon?: { readonly order: number; readonly on: readonly NodeType[] };
    /** It is also in the context menu of what a search found. */
    readonly inSearch?: true;
  };
  /** Place on the rows of the traffic, where it works on one. */
  readonly trafficRow?: Place;
  /** Place on the rows of the activities, where it works on one. */
  readonly activityRow?: Place;
  /** Place on the rows of the conversations. */
  readonly conversationRow?: Place;
  /** Place on files and folders of the Explorer, and on the tabs of editors. */
  readonly onFiles?: Place;
  /** Place in the context menu of editors. */
  readonly editorContext?: Place;
  /** Place in the title of editors. */
  readonly editorTitle?: Place & { readonly when: string };
}

/** The commands of one room, by their name after the prefix. */
export interface CommandRows {
  readonly [name: string]: CommandRow;
}

export const CONNECTED = `${contextKey('state')} == connected`;
/** Before the extension is active nothing is known, and what may work is offered. */
export const USABLE = `${contextKey('state')} != unconfigured`;
