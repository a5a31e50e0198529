import type { UserTurn } from '../../conversation';
import { unsentTurns } from '../../turns';
import type { PlaygroundState } from '../../protocol';
import { literal, variablesIn, type Variables } from '../../variables';

/** More fields than this are no form any more; the rest stays as it stands there. */
const MOST = 50;

/** Names of the variables that the next request needs: of the instruction, what is not sent yet, and the draft. */
export function neededVariables(
  { settings, turns, promptFile }: Pick<PlaygroundState, 'settings' | 'turns' | 'promptFile'>,
  draft: string,
): readonly string[] {
  const unsent: readonly UserTurn[] = promptFile === undefined ? [] : unsentTurns(turns);
  const texts = unsent.flatMap(textsOf);
  const names = [settings.systemInstruction ?? '', ...texts, draft].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MOST);
}

/** Names of the variables that the last request had, so that it can be asked again with other values. */
export function triedVariables({
  settings,
  turns,
}: Pick<PlaygroundState, 'settings' | 'turns'>): readonly string[] {
  const isAnswered = turns.some((turn) => turn.role === 'model' && turn.answer !== undefined);
  if (!isAnswered) return [];
  const sent = turns.map((turn) => (turn.role === 'user' ? (turn.template?.text ?? '') : ''));
  const names = [settings.systemInstruction ?? '', ...sent].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MOST);
}

/** The texts of a message that its variables are filled in. */
function textsOf({ content, attached = [] }: UserTurn): readonly string[] {
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  return own.map(({ text = '' }) => text);
}

/** The first of them that has no value yet. */
export function missingVariable(names: readonly string[], values: Variables): string | undefined {
  return names.find((name) => (Object.hasOwn(values, name) ? values[name] : '') === '');
}

/** The values with the braces of all those kept that have none. */
export function withBracesKept(names: readonly string[], values: Variables): Variables {
  const missing = names.filter((name) => missingVariable([name], values) !== undefined);
  return { ...values, ...Object.fromEntries(missing.map((name) => [name, literal(name)])) };
}
