import type { JsonObject } from '../../../api/schema/row';
import type { Version } from '../../../api/versions';
import { modeRequest } from '../../modeRequest';
import { settingsModeOf } from '../../modes';
import { textLines } from '../../turns';
import type { Conversation, Turn, UserTurn } from '../../conversation';

/** What is known of a conversation that something is asked in. */
export type Sender = Pick<
  Conversation,
  'model' | 'settings' | 'turns' | 'variables' | 'mode' | 'oneText'
>;

/** A conversation as the bodies of requests are made of it. */
export interface Asked extends Sender {
  readonly version: Version;
  /** The request without what the turns make of it. */
  readonly rest: JsonObject;
  /** The last message: what is asked, or each text that becomes a vector. */
  readonly texts: readonly string[];
}

export function asked(sender: Sender, version: Version): Asked {
  const { settings, mode, variables = {}, turns, oneText } = sender;
  const texts = textsOf(turns.findLast((turn): turn is UserTurn => turn.role === 'user'));
  return {
    ...sender,
    version,
    rest: modeRequest(settings, settingsModeOf(mode), variables),
    texts: mode === 'embed' && !oneText ? textLines(texts.join('\n')) : [texts.join('\n')],
  };
}

/** What was said in a turn, part by part; thoughts and what was attached aside. */
export function textsOf(turn: Turn | undefined): readonly string[] {
  const attached = turn?.role === 'user' ? (turn.attached ?? []) : [];
  return (turn?.content.parts ?? []).flatMap(({ text = '', thought }, index) =>
    text === '' || thought || attached.some(({ part }) => part === index) ? [] : [text],
  );
}
