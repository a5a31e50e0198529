import { parseActivityTarget, type ActivityTarget } from '../catalog/activityTarget';
import { commands } from '../catalog/commands';
import { parseConnectionTarget, type ConnectionTarget } from '../catalog/connectionTarget';
import { parseConversationTarget, type ConversationTarget } from '../catalog/conversationTarget';
import { parseExchangeTarget, type ExchangeTarget } from '../catalog/exchangeTarget';
import type { FileTarget } from '../base/fileTarget';
import { parseFileTarget } from '../catalog/fileTarget';
import type { CommandName } from '../catalog/ids';
import { parseRef } from '../catalog/parseRef';
import type { ResourceRef } from '../catalog/ref';

type Argument =
  | ResourceRef
  | ConnectionTarget
  | ExchangeTarget
  | ActivityTarget
  | FileTarget
  | ConversationTarget;
type Selected = ResourceRef | FileTarget | ConversationTarget;

/** Commands that a key runs too, for the row that has the focus. */
const KEYED: readonly CommandName[] = [
  'open',
  'copyName',
  'rename',
  'delete',
  'renameConversation',
  'deleteConversation',
];

/**
 * Whether a menu ran a command for a row that VS Code did not know any more, because its list was drawn anew at that
 * moment. A key calls without any argument; so nobody may take this for a key, and the row with the focus for the
 * one that was meant.
 */
export function isForLostRow(name: CommandName, args: readonly unknown[]): boolean {
  return KEYED.includes(name) && args.length > 0 && argumentOf(name, args[0]) === undefined;
}

/**
 * What a command was called with, as its handler takes it: any extension may call it, with anything. Undefined is what
 * is not there, or is not what the command works on.
 */
export function commandArguments(
  name: CommandName,
  argument?: unknown,
  selected?: unknown,
): readonly [Argument | undefined, readonly Selected[] | undefined] {
  return [argumentOf(name, argument), selectionOf(name, selected)];
}

/** VS Code hands all selected rows over, after the one that was clicked. */
function selectionOf(name: CommandName, selected: unknown): readonly Selected[] | undefined {
  if (!Array.isArray(selected)) return undefined;
  if (commands[name] === 'files') {
    return selected.map(parseFileTarget).filter((file) => file !== undefined);
  }
  if (commands[name] === 'conversation') {
    return selected.map(parseConversationTarget).filter((target) => target !== undefined);
  }
  if (commands[name] !== 'target') return undefined;
  return selected.map(parseRef).filter((ref) => ref !== undefined);
}

function argumentOf(name: CommandName, argument: unknown): Argument | undefined {
  if (argument === undefined) return undefined;
  switch (commands[name]) {
    case 'nothing':
      return undefined;
    case 'target':
      return parseRef(argument);
    case 'activity':
      return parseActivityTarget(argument);
    case 'files':
      return parseFileTarget(argument);
    case 'conversation':
      return parseConversationTarget(argument);
    case 'exchange':
      return parseExchangeTarget(argument);
    case 'connection':
      return parseConnectionTarget(argument);
  }
}
