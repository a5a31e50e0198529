import type { UserTurn } from '../conversation';

/** The text of a message, without files that went along as text; undefined where it has other parts too. */
export function ownText({ content, attached = [] }: UserTurn): string | undefined {
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  const texts = own.map((part) => (Object.keys(part).length === 1 ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}
