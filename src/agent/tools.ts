import { VERSIONS } from '../api/versions';
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
  type ToolRow,
} from './tool';

const text = (description: string): JsonObject => ({
  type: 'string',
  maxLength: 100_000,
  description,
});

const list = (description: string): JsonObject => ({
  type: 'array',
  maxItems: 50,
  items: { type: 'string', minLength: 1 },
  description,
});

const flag = (description: string): JsonObject => ({ type: 'boolean', description });

const count = (minimum: number, maximum: number, description: string): JsonObject => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});

const input = (required: readonly string[], properties: JsonObject): ToolRow['input'] => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

const version = {
  type: 'string',
  enum: VERSIONS,
  description: 'API version. Default: the first one that has the method, usually v1beta.',
};

/** A tool’s code, which loads with its first call. The input has passed the row’s schema. */
type Prepare<I> = (input: I, context: ToolContext) => Prepared | Promise<Prepared>;

function loaded<I>(load: () => Promise<Prepare<I>>): ToolRow['prepare'] {
  return async (checked, context) => await (await load())(checked as I, context);
}

/** The agent tools by name. At most eight, because each one takes room in the context of every agent. */
const tools = {
  gemini_list_models: {
    title: 'List Gemini Models',
    description:
      'Lists Gemini API models with stage, shutdown date, successor, token limits, and prices. Works offline. Use it before you write a model ID into code.',
    summary: 'Lists models with stages, limits, and prices. Works offline.',
    icon: 'list-unordered',
    input: input([], {
      filter: text('Words in the model ID, type, or stage, such as “flash stable” or “embedding”.'),
      ids: list('Model IDs to look up, including retired ones.'),
      includeRetired: flag('Whether to include models that were shut down.'),
    }),
    effect: 'reads',
    prepare: loaded(async () => (await import('./listModels')).listModels),
  },
  gemini_describe_api: {
    title: 'Describe Gemini API',
    description:
      'Describes a Gemini API method or message: path, parameters, fields, limits, and an example. Any word finds matching names. Works offline.',
    summary: 'Describes API methods and messages. Works offline.',
    icon: 'symbol-method',
    input: input(['name'], {
      name: text(
        'API method such as models.generateContent, message such as Content, or search term.',
      ),
      version,
    }),
    effect: 'reads',
    prepare: loaded(async () => (await import('./describeApi')).describeApi),
  },
  gemini_validate_request: {
    title: 'Validate Gemini Request',
    description:
      'Checks the request body of a Gemini API method as strictly as the server does, and lists problems by field. Works offline.',
    summary: 'Checks request bodies against the API’s schema. Works offline.',
    icon: 'checklist',
    input: input(['operation', 'body'], {
      operation: text('API method, such as models.generateContent.'),
      body: { type: 'object', description: 'Request body as JSON.' },
      model: text('Model ID, to check whether the model still exists.'),
      version,
    }),
    effect: 'reads',
    prepare: loaded(async () => (await import('./describeApi')).validateRequest),
  },
  gemini_estimate_cost: {
    title: 'Estimate Gemini Cost',
    description:
      'Estimates the tokens of a prompt and its cost in US dollars. Works offline. With “exact”, the API counts the tokens, if the user allows it.',
    summary: 'Estimates the tokens and cost of texts and files.',
    icon: 'credit-card',
    input: input(['model'], {
      model: text('Model ID.'),
      text: text('Prompt.'),
      files: list('Text files of the prompt. They must be in the workspace.'),
      outputTokens: count(0, 1_000_000, 'Expected number of response tokens. Default: 0.'),
      exact: flag('Whether the API counts the tokens.'),
    }),
    effect: 'sends',
    prepare: loaded(async () => (await import('./estimateCost')).estimateCost),
  },
  gemini_search_store: {
    title: 'Search Gemini Store',
    description:
      'Searches one of the user’s file search stores or corpora and returns passages with their sources. With the live API, the user must allow it first.',
    summary: 'Searches file search stores and corpora.',
    icon: 'search',
    input: input(['store', 'query'], {
      store: text('Resource name, such as fileSearchStores/ID or corpora/ID.'),
      query: text('Search query.'),
      top: count(1, 10, 'Maximum number of passages. Default: 5.'),
      model: text('Model that searches a file search store. Default: the newest stable model.'),
    }),
    effect: 'sends',
    prepare: loaded(async () => (await import('./searchStore')).searchStore),
  },
  gemini_last_failures: {
    title: 'Show Failed Gemini Requests',
    description:
      'Returns the most recent failed Gemini API requests from the editor and from apps that use the emulator, with advice and without secrets. Use it first to debug a failing request.',
    summary: 'Shows the agent the most recent failed requests, without secrets.',
    icon: 'bug',
    input: input([], {
      limit: count(1, 5, 'Maximum number of requests. Default: 1.'),
      app: text('Part of the app’s name. Default: all apps.'),
    }),
    effect: 'reads',
    prepare: loaded(async () => (await import('./lastFailures')).lastFailures),
  },
  gemini_run_prompt_tests: {
    title: 'Run Prompt Tests',
    description:
      'Runs the test cases in *.prompt.json files. Offline mode uses recordings or the emulator and is free. Live mode uses the API, and the user must allow the estimated cost first.',
    summary: 'Runs prompt tests, offline by default.',
    icon: 'beaker',
    input: input(['files'], {
      files: { ...list('Prompt files or folders in the workspace.'), minItems: 1 },
      mode: { type: 'string', enum: ['offline', 'live'], description: 'Default: offline.' },
      models: list('Model IDs to use instead of those in the files.'),
      tags: list('Only test cases with one of these tags.'),
    }),
    effect: 'sends',
    prepare: loaded(async () => (await import('./runPromptTests')).runPromptTests),
  },
  gemini_replay_recording: {
    title: 'Replay Gemini Recording',
    description:
      'Sends a recorded request to the emulator, which replays recordings, and compares the responses. Use it to find out why a replayed test fails.',
    summary: 'Replays a recording in the emulator and compares the responses.',
    icon: 'debug-restart',
    input: input(['file'], {
      file: text('Recording in the workspace, such as .genlang/recordings/main/0001-….json.'),
    }),
    effect: 'runs',
    prepare: loaded(async () => (await import('./replayRecording')).replayRecording),
  },
} as const satisfies { readonly [name: string]: ToolRow };

export type ToolName = keyof typeof tools;

export function toolNames(): readonly ToolName[] {
  return Object.keys(tools) as ToolName[];
}

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}

export function toolRow(name: ToolName): ToolRow {
  return tools[name];
}

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
