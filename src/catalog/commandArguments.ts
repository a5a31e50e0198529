import type { FileTarget } from '../base/fileTarget';
import { commandRow, type CommandName } from './commandTable';
import { parseRef } from './documents';
import { kindRow } from './kinds';
import {
  parseActivityTarget,
  parseConnectionTarget,
  parseConversationTarget,
  parseExchangeTarget,
  parseFileTarget,
  parsePlaceTarget,
  parseRunsTarget,
  parseTestAnswerTarget,
  parseTestCasesTarget,
  type ActivityTarget,
  type ConnectionTarget,
  type ConversationTarget,
  type ExchangeTarget,
  type PlaceTarget,
  type ResourceRef,
  type RunsTarget,
  type TestAnswerTarget,
  type TestCasesTarget,
} from './ref';

type Argument =
  | ResourceRef
  | ConnectionTarget
  | ExchangeTarget
  | ActivityTarget
  | PlaceTarget
  | RunsTarget
  | ConversationTarget
  | TestAnswerTarget
  | TestCasesTarget;
type Selected = ResourceRef | FileTarget | ConversationTarget;

/**
 * Returns the arguments of a command as its handler takes them. Other extensions may pass anything: missing or unusable
 * arguments become undefined.
 */
export function commandArguments(
  name: CommandName,
  argument?: unknown,
  selected?: unknown,
): readonly [Argument | undefined, readonly Selected[] | undefined] {
  return [argumentOf(name, argument), selectionOf(name, selected)];
}

/**
 * Whether a row's menu ran a command after VS Code had replaced the row. VS Code then passes undefined twice, which
 * differs from a key press (no arguments, meaning the focused row).
 */
export function isStaleSelection(name: CommandName, args: readonly unknown[]): boolean {
  const isForRows = commandRow(name).takes !== undefined;
  const [row] = args;
  return isForRows && args.length > 1 && (row === undefined || row === null);
}

function argumentOf(name: CommandName, argument: unknown): Argument | undefined {
  const { takes } = commandRow(name);
  if (takes === undefined || argument === undefined) return undefined;
  switch (takes) {
    case 'target':
      return targetOf(name, argument);
    case 'activity':
      return parseActivityTarget(argument);
    case 'files':
      return parseFileTarget(argument);
    case 'place':
      return parsePlaceTarget(argument);
    case 'runs':
      return parseRunsTarget(argument);
    case 'conversation':
      return parseConversationTarget(argument);
    case 'testAnswer':
      return parseTestAnswerTarget(argument);
    case 'testCases':
      return parseTestCasesTarget(argument);
    case 'exchange':
      return parseExchangeTarget(argument);
    case 'connection':
      return parseConnectionTarget(argument);
  }
}

const FOR_MODELS: readonly CommandName[] = ['openPlayground', 'compareModels', 'proveSuccessor'];

function targetOf(name: CommandName, argument: unknown): ResourceRef | undefined {
  const ref = parseRef(argument);
  if (!ref || !FOR_MODELS.includes(name)) return ref;
  return kindRow(ref.kind).verbs.openPlayground ? ref : undefined;
}

/** VS Code passes all selected rows after the clicked one. */
function selectionOf(name: CommandName, selected: unknown): readonly Selected[] | undefined {
  if (!Array.isArray(selected)) return undefined;
  switch (commandRow(name).takes) {
    case 'files':
      return selected.map(parseFileTarget).filter((file) => file !== undefined);
    case 'conversation':
      return selected.map(parseConversationTarget).filter((target) => target !== undefined);
    case 'target':
      return selected.map(parseRef).filter((ref) => ref !== undefined);
    default:
      return undefined;
  }
}
