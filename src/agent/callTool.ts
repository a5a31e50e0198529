import { AppError } from '../base/errors';
import type { JsonObject } from '../base/json';
import { compileSchema } from '../testing/checks/validator';
import {
  badInput,
  capped,
  type Prepared,
  type Question,
  type ToolCall,
  type ToolContext,
  type ToolResult,
} from './tool';
import { type ToolName, toolRow } from './tools';

/**
 * Checks the input of a call against the tool’s schema and prepares the call. Throws `AppError` with the problem and
 * the valid properties.
 */
export async function prepareTool(
  name: ToolName,
  input: unknown,
  context: ToolContext,
): Promise<Prepared> {
  const row = toolRow(name);
  const validate = compileSchema(row.input);
  if (!validate(input)) {
    const problems = (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      const { additionalProperty } = params as { readonly additionalProperty?: string };
      const unknown = additionalProperty === undefined ? '' : ` (${additionalProperty})`;
      return `${instancePath.slice(1) || 'input'} ${message}${unknown}`;
    });
    const known = Object.keys(row.input.properties).join(', ');
    throw badInput(`Invalid input: ${problems.join('; ')}.`, `${name} takes ${known}.`);
  }
  return await row.prepare(input as JsonObject, context);
}

/**
 * Runs a tool. Throws `AppError` with the next step as hint.
 * @param confirm asks the user, or checks what the user has allowed
 */
export async function callTool(
  name: ToolName,
  input: unknown,
  context: ToolContext,
  confirm: (question: Question) => boolean | Promise<boolean>,
  call: ToolCall,
): Promise<ToolResult> {
  const { question, run } = await prepareTool(name, input, context);
  if (question && !(await confirm(question))) {
    throw new AppError('declined', 'The user hasn’t allowed this call.', {
      hint: 'Nothing was sent. Don’t try again unless the user asks for it.',
    });
  }
  const result = await run(call);
  return { ...result, text: capped(result.text) };
}
