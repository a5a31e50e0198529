import type { Version } from '../../../api/versions';
import { DEFAULT_MODE, type UserTurn } from '../../conversation';
import { textsOf, type RequestContext, type Sender } from '../../modeBodies';
import { modeRequest } from '../../modeRequest';
import { MODES } from '../../modes';
import { textLines } from '../../turns';

/** A conversation as the bodies of its mode's requests are made of it. */
export function requestContext(sender: Sender, version: Version): RequestContext {
  const { settings, mode = DEFAULT_MODE, variables = {}, turns, oneText } = sender;
  const row = MODES[mode];
  const text = textsOf(turns.findLast((turn): turn is UserTurn => turn.role === 'user')).join('\n');
  return {
    ...sender,
    version,
    rest: modeRequest(settings, row.settings.mode, variables),
    texts: row.splitsLines && !oneText ? textLines(text) : [text],
  };
}
