import type { JsonObject } from '../../../api/schema/row';
import { digest } from '../../digest';
import { signature } from '../../engine';
import { environmentPaths, writeEnvironmentFile } from '../../environments';
import { shorten, topic } from '../../text';
import type { World } from '../../world';
import type { Step, Task } from '../run';

/**
 * An agent with a machine: it looks around, runs a little program, writes down what it did and says so. Its own tools
 * for files show as functions that answer at once.
 */
export function workOn(task: Task, world: World): readonly Step[] {
  const { question, environment } = task;
  const subject = topic(question).join('-') || 'notes';
  const path = `${subject}.md`;
  const content = `# ${shorten(question, 80)}\n\nWritten by rules, without a model.\n`;
  const id = digest([question, environment]).slice(0, 8);
  const count = question.split(/\s+/).filter((word) => word !== '').length;
  const before = environmentPaths(world, environment);
  writeEnvironmentFile(world, environment, path, content);
  return [
    {
      type: 'thought',
      ...(task.showsThoughts && {
        summary: [{ type: 'text', text: `**Looking around**\n\nWhat is in ${environment}?` }],
      }),
      signature: signature(`${id} thought`, {}),
    },
    ...ownTool(`list-${id}`, 'list_files', { path: '' }, { environment, files: before }),
    {
      type: 'code_execution_call',
      id: `code-${id}`,
      arguments: { code: `print(${count})\n`, language: 'python' },
      signature: signature(`${id} code`, {}),
    },
    {
      type: 'code_execution_result',
      call_id: `code-${id}`,
      result: `${count}\n`,
      is_error: false,
      signature: signature(`${id} printed`, {}),
    },
    ...ownTool(
      `write-${id}`,
      'write_file',
      { path, content },
      { path, size_bytes: String(Buffer.byteLength(content)) },
    ),
    {
      type: 'model_output',
      content: [
        {
          type: 'text',
          text: `I counted ${count} words in your message, and wrote \`${path}\` in ${environment}.`,
        },
      ],
    },
  ];
}

function ownTool(id: string, name: string, given: JsonObject, result: JsonObject): readonly Step[] {
  return [
    { type: 'function_call', id, name, arguments: given },
    { type: 'function_result', call_id: id, name, result },
  ];
}
