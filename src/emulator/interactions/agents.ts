import { isShutDown, packedModel } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import { objectAt } from '../../base/json';
import { findAgent } from '../managedAgents';
import { digest } from '../digest';
import { signature } from '../engine';
import { environmentPaths, writeEnvironmentFile } from '../environments/environments';
import { StatusError } from '../status';
import { countTokens, shorten, topic } from '../text';
import { findResponseFault, triggersIn, withoutTriggers } from '../triggers';
import type { HandlerContext } from '../handlerContext';
import type { InteractionResponse } from './answer';
import { lastText } from './contents';
import { endOf, usageOf } from './outcome';
import type { InteractionRequest, Run, Step, Task } from './run';
import { research } from './research';

const agents: readonly (readonly [
  family: string,
  work: (task: Task, world: HandlerContext) => readonly Step[],
])[] = [
  ['deep-research-', research],
  ['antigravity-', workOn],
];

/** Resolves a custom agent to its base agent, applying the custom agent's defaults. */
export function toAgentInteraction(
  world: HandlerContext,
  asked: InteractionRequest,
): InteractionRequest {
  const own = asked.agent === undefined ? undefined : findAgent(world, asked.agent);
  if (!own) return asked;
  const { base_agent: agent = '', base_environment: environment, agent_config: config } = own;
  return {
    ...(environment !== undefined && { environment }),
    ...(config && { agent_config: config }),
    ...(own.tools && { tools: own.tools }),
    ...(own.system_instruction !== undefined && { system_instruction: own.system_instruction }),
    ...asked,
    agent,
  };
}

/** Returns the run of an agent. Throws 404 if the agent is unknown or no longer available. */
export function agentResponse(
  world: HandlerContext,
  asked: InteractionRequest,
  conversation: readonly Step[],
  environment: string,
): InteractionResponse {
  const id = asked.agent ?? '';
  const packed = packedModel(id);
  const isThere = packed?.kind === 'agent' && !isShutDown(packed, world.time.now());
  const work = isThere ? agents.find(([family]) => id.startsWith(family))?.[1] : undefined;
  if (!work) throw new StatusError(404, `The agent ${id} was not found.`);
  const text = lastText(conversation);
  const triggers = triggersIn(text);
  const config = objectAt(asked, 'agent_config');
  const task: Task = {
    asked,
    question: withoutTriggers(text),
    config,
    showsThoughts: config.thinking_summaries === 'auto',
    conversation,
    environment,
  };
  const steps = work(task, world);
  const tokens = (part: readonly Step[]): number => countTokens(JSON.stringify(part));
  const [input, output] = [tokens(conversation), tokens(steps)];
  const usage = usageOf(
    {
      promptTokenCount: input,
      candidatesTokenCount: output,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
      candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: output }],
    },
    steps,
  );
  const end = endOf({}, {}, triggers, false);
  const most = Number(config.max_total_tokens ?? Infinity);
  const run: Run =
    input + output > most
      ? { steps: withoutAnswer(steps), status: 'incomplete', usage }
      : { ...end, steps: [...steps, ...end.steps], usage };
  return { run, accident: findResponseFault(triggers, id) };
}

function withoutAnswer(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ type }) => type !== 'model_output');
}

/**
 * Simulates an agent with an environment: lists files, runs code and writes a summary file. Its
 * file tools appear as function calls with results.
 */
function workOn(task: Task, world: HandlerContext): readonly Step[] {
  const { question, environment } = task;
  const subject = topic(question).join('-') || 'notes';
  const path = `${subject}.md`;
  const content = `# ${shorten(question, 80)}\n\nGenerated without a model.\n`;
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
