import { MAX_AUTOMATIC_ROUNDS, openCalls } from '../../turns';
import type { ModelTurn } from '../../conversation';
import { mockResult } from '../../tools';
import type { SessionAccess } from '../sessionAccess';
import { withResults } from './withResults';

/** The message that was sent last without asking, and how many of them went before it in a row. */
const automatic = new WeakMap<SessionAccess, { readonly turn: string; readonly rounds: number }>();

/**
 * Sends the kept results of the functions that an answer calls, where all have one and the user wants that. After
 * some rounds in a row it leaves the next one to the user; a message by hand begins a new row.
 */
export async function autoRespond(session: SessionAccess, answer: ModelTurn): Promise<void> {
  const { settings, turns } = session.conversation;
  const { verdict, failure } = answer.outcome ?? {};
  if (!settings.autoRespond || verdict !== 'complete' || failure) return;
  if (session.isStreaming || turns.at(-1)?.id !== answer.id) return;
  const calls = openCalls(turns);
  const results = calls
    .map(({ name }) => mockResult(settings, name))
    .filter((result) => result !== undefined);
  if (calls.length === 0 || results.length < calls.length) return;
  const last = automatic.get(session);
  const rounds = last && last.turn === turns.at(-2)?.id ? last.rounds : 0;
  if (rounds >= MAX_AUTOMATIC_ROUNDS) return;
  session.change((head) => {
    const next = withResults(
      head,
      results.map((response) => ({ response, keep: false })),
      true,
    );
    automatic.set(session, { turn: next.turns.at(-1)?.id ?? '', rounds: rounds + 1 });
    return next;
  });
  await session.ask({ kind: 'new' });
}
