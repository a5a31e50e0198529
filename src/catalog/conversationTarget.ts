/** A conversation of this machine, as its row hands it to a command. */
export interface ConversationTarget {
  readonly conversation: string;
}

/** What a command on a conversation was called with; undefined where it is something else. */
export function parseConversationTarget(argument: unknown): ConversationTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { conversation } = argument as { readonly [name: string]: unknown };
  return typeof conversation === 'string' ? { conversation } : undefined;
}
