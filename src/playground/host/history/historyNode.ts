import type { ConversationTarget } from '../../../catalog/ref';
import type { DayGroup } from './dayGroup';

/** A row of the view: a day, or a conversation, which commands on it are called with. */
export type HistoryNode = ConversationTarget | { readonly group: DayGroup };
