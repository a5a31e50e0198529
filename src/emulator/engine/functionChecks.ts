import type { Message } from '../../api/schema/infer';
import { badFields, StatusError } from '../status';

type Request = Message<'GenerateContentRequest'>;

/**
 * Refuses settings for functions that are not declared, and results that do not match the calls before
 * them. Throws the service's 400; the wording for unknown names is not published.
 */
export function checkFunctions(request: Request): void {
  checkNames(request);
  const contents = request.contents ?? [];
  for (const [at, content] of contents.entries()) {
    const results = content.parts?.filter((part) => part.functionResponse).length ?? 0;
    const calls = contents[at - 1]?.parts?.filter((part) => part.functionCall).length ?? 0;
    // Results may also stand alone: clients of the first versions sent them without the calls.
    if (results === 0 || calls === 0 || results === calls) continue;
    throw new StatusError(
      400,
      'Please ensure that the number of function response parts is equal to the number of function ' +
        'call parts of the function call turn.',
    );
  }
}

function checkNames({ tools = [], toolConfig }: Request): void {
  const declared = tools.flatMap((tool) => tool.functionDeclarations ?? []);
  const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
  if (mode === 'ANY' && declared.length === 0) {
    throw new StatusError(400, 'Function calling config is set without function_declarations.');
  }
  const names = new Set(declared.map((row) => row.name));
  const unknown = allowedFunctionNames.find((name) => !names.has(name));
  if (unknown === undefined) return;
  const at = '* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names';
  throw badFields([`${at}: ${unknown} is not declared`]);
}
