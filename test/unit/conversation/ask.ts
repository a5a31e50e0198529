import { settled } from '../../fakes/settle';
import type { World, TestSession } from './world';

/** Sends a message, and lets everything run that waits only for promises. */
export async function ask(session: TestSession, text = 'Hello'): Promise<void> {
  await settled(session.send(text));
}

/** The turns of a request as texts, such as `user: Hello`; parts are separated by bars. */
export function sentTexts(stream: World['client']['last']): readonly string[] {
  return stream.input.body.contents.map(
    ({ role, parts }) => `${role}: ${(parts ?? []).map((part) => part.text ?? '').join('|')}`,
  );
}
