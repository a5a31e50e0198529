import { StatusError } from '../status';
import type { Asked, Step } from './run';

const LABEL_NAME = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const LABEL_VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
/** Models of this generation don't reach MCP servers by themselves. */
const WITHOUT_MCP = /^(models\/)?gemini-3\b/;

/**
 * Refuses what does not go together in what is asked. Throws 400; most of the wording is not published.
 * @param asked of the service's agent where one of a client's own builds on it: only that says whether it can be waited for.
 */
export function checkAsked(asked: Asked, input: readonly Step[]): void {
  const { store = true, background = false, labels = {} } = asked;
  if (asked.agent?.startsWith('deep-research-') === true && !background) {
    refuse('background=true is required for agent interactions.');
  }
  if (background && !store) refuse('background=true requires store=true.');
  if (asked.webhook_config && !background) refuse('webhook_config requires background=true.');
  for (const [name, value] of Object.entries(labels)) {
    if (!LABEL_NAME.test(name) || !LABEL_VALUE.test(value)) {
      refuse(
        `Invalid label '${name}': names and values have at most 63 lower case letters, digits, _ and -, ` +
          'and a name begins with a letter.',
      );
    }
  }
  if (input.length === 0 && asked.continuation_token === undefined) refuse('input is required.');
  if (asked.agent !== undefined && asked.continuation_token !== undefined) {
    refuse('continuation_token is not supported for agent interactions.');
  }
  const usesServers = (asked.tools ?? []).some(({ type }) => type === 'mcp_server');
  if (usesServers && WITHOUT_MCP.test(asked.model ?? '')) {
    refuse(`The tool mcp_server is not supported for ${asked.model ?? ''}.`);
  }
}

function refuse(message: string): never {
  throw new StatusError(400, message);
}
