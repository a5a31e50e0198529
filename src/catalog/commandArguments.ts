import {
  type ActivityTarget,
  type ConnectionTarget,
  type ConversationTarget,
  type ExchangeTarget,
  parseActivityTarget,
  parseConnectionTarget,
  parseConversationTarget,
  parseExchangeTarget,
  parseFileTarget,
  type ResourceRef,
} from './ref';
import { commands } from './commandTable';
import type { FileTarget } from '../base/fileTarget';
import type { CommandName } from '../catalog/commands';
import { kindRow } from '../catalog/kinds';
import { parseRef } from './documents';

type Argument =
  | ResourceRef
  | ConnectionTarget
  | ExchangeTarget
  | ActivityTarget
  | FileTarget
  | ConversationTarget;
type Selected = ResourceRef | FileTarget | ConversationTarget;

/**
 * Whether the menu of a row ran a command, but VS Code did not know the row any more, because the list was drawn anew
 * at that moment: it hands over the row and what is selected beside it. Nobody may take that for a key, which calls
 * without both and is for the row with the focus, nor for a choice of nothing.
 */
export function isForLostRow(name: CommandName, args: readonly unknown[]): boolean {
  const isForRows = commands[name] !== 'nothing';
  const [row] = args;
  return isForRows && args.length > 1 && (row === undefined || row === null);
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

/** Commands that take a model: of any other resource nothing may be made, or remembered as one. */
const FOR_MODELS: readonly CommandName[] = ['openPlayground', 'compareModels'];

function targetOf(name: CommandName, argument: unknown): ResourceRef | undefined {
  const ref = parseRef(argument);
  if (!ref || !FOR_MODELS.includes(name)) return ref;
  return kindRow(ref.kind).verbs.openPlayground ? ref : undefined;
}

function argumentOf(name: CommandName, argument: unknown): Argument | undefined {
  if (argument === undefined) return undefined;
  switch (commands[name]) {
    case 'nothing':
      return undefined;
    case 'target':
      return targetOf(name, argument);
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
