import { createHash } from 'node:crypto';

/** Names that every version of the API accepts. */
const VALID = /^[A-Za-z_][\w.-]{0,63}$/;
const MAX_LENGTH = 64;
const DIGEST_LENGTH = 8;

/** Returns the function name of a tool: the same name if valid, otherwise a similar one that is unique. */
export function functionName(tool: string): string {
  if (VALID.test(tool)) return tool;
  const digest = createHash('sha256').update(tool).digest('hex').slice(0, DIGEST_LENGTH);
  const similar = `_${tool.replaceAll(/[^\w.-]/g, '_')}`;
  return `${similar.slice(0, MAX_LENGTH - DIGEST_LENGTH - 1)}_${digest}`;
}

/** Returns the tool of a function call. Models sometimes add the namespace of their training. */
export function toolName(called: string, tools: readonly { readonly name: string }[]): string {
  const find = (name: string): string | undefined =>
    tools.find((tool) => functionName(tool.name) === name)?.name;
  return find(called) ?? find(called.replace(/^default_api[:.]/, '')) ?? called;
}
