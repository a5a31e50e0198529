import type { L10n } from '../../platform/l10n';
import type { Turn } from '../conversation';
import type { HandlerParts } from './handlerParts';

/** Something that can be done with a turn, as a row of its menu. */
export interface TurnAction {
  readonly label: (l10n: L10n) => string;
  /** Codicon id. */
  readonly icon: string;
  /** Absent where it can be done with every turn. */
  readonly when?: (turn: Turn, parts: HandlerParts) => boolean;
  readonly run: (parts: HandlerParts, turn: Turn) => Promise<void>;
}
