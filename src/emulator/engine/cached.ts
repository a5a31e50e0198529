import type { Message } from '../../api/schema/infer';
import { StatusError } from '../status';
import { argumentOf, type Trigger } from './triggers';

/**
 * The one cached content that there is: creating them is no operation of the tables. It stands for a
 * manual that nobody wrote.
 */
const CACHED = { name: 'cachedContents/emulator-manual', tokens: 512 };

/** Throws the service's 403 for an unknown one, its 400 for one beside what the cache would hold. */
export function checkCached(request: Message<'GenerateContentRequest'>): void {
  const { cachedContent, systemInstruction, tools, toolConfig } = request;
  if (cachedContent === undefined) return;
  if (cachedContent !== CACHED.name) {
    throw new StatusError(403, 'CachedContent not found (or permission denied)');
  }
  if (systemInstruction ?? tools ?? toolConfig) {
    throw new StatusError(
      400,
      'CachedContent can not be used with GenerateContent request setting system_instruction, tools ' +
        'or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent ' +
        'request.',
    );
  }
}

/** Tokens that a request takes from the cache besides its own. */
export function cachedTokens({ cachedContent }: Message<'GenerateContentRequest'>): number {
  return cachedContent === CACHED.name ? CACHED.tokens : 0;
}

/** Of a prompt of `total` tokens, how many `[[cached:N]]` wants counted as cached. */
export function tokensFoundCached(triggers: readonly Trigger[], total: number): number {
  const argument = argumentOf(triggers, 'cached');
  if (argument === undefined) return 0;
  const wanted = argument === '' ? Math.floor(total / 2) : Math.trunc(Number(argument));
  return Math.min(Math.max(wanted || 0, 0), total);
}
