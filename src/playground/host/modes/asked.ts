import type { JsonObject } from '../../../api/schema/row';
import type { Version } from '../../../api/versions';
import { modeRequest } from '../../modeRequest';
import { settingsModeOf } from '../../modes';
import type { Conversation, Turn, UserTurn } from '../../conversation';

/** What is known of a conversation that something is asked in. */
export type Sender = Pick<Conversation, 'model' | 'settings' | 'turns' | 'variables' | 'mode'>;

/** A conversation as the bodies of requests are made of it. */
export interface Asked extends Sender {
  readonly version: Version;
  /** The request without what the turns make of it. */
  readonly rest: JsonObject;
  /** Texts of the last message; in chats nobody looks at them. */
  readonly texts: readonly string[];
}

export function asked(sender: Sender, version: Version): Asked {
  const { settings, mode, variables, turns } = sender;
  return {
    ...sender,
    version,
    rest: modeRequest(settings, settingsModeOf(mode), variables),
    texts: textsOf(turns.findLast((turn): turn is UserTurn => turn.role === 'user')),
  };
}

/** What was said in a turn, part by part; thoughts and what was attached aside. */
export function textsOf(turn: Turn | undefined): readonly string[] {
  const attached = turn?.role === 'user' ? (turn.attached ?? []) : [];
  return (turn?.content.parts ?? []).flatMap(({ text = '', thought }, index) =>
    text === '' || thought || attached.some(({ part }) => part === index) ? [] : [text],
  );
}
