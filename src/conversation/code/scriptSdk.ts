import { BATCH_SIZE } from '../model/modeRow';
import {
  asText,
  type FunctionStub,
  MAX_ROUNDS,
  type SdkCall,
  shortConfig,
  shortContents,
} from './sdkCall';
import { THRESHOLD } from './codeInput';
import {
  type SdkField,
  type SdkValue,
  bracketed,
  code,
  isProcessed,
  sections,
  string,
} from './sdkValue';

class ScriptValues {
  readonly isTyped: boolean;
  /** Enums and types of the SDK that the code uses. */
  readonly names = new Set<string>(['GoogleGenAI']);

  constructor(isTyped: boolean) {
    this.isTyped = isTyped;
  }

  value(value: SdkValue): string {
    switch (value.kind) {
      case 'null':
        return 'null';
      case 'scalar':
        return value.type === 'int64' ? string(String(value.value)) : json(value.value);
      case 'enum':
        this.names.add(value.type);
        return `${value.type}.${value.value.toUpperCase()}`;
      case 'file':
        return value.file.variable;
      case 'uri':
        return `${value.file.variable}.uri`;
      case 'list':
        return this.list(value.items);
      case 'map':
        return this.fields(value.entries);
      case 'message':
        return this.fields(value.fields);
    }
  }

  list(items: readonly SdkValue[]): string {
    const texts = items.map((item) => this.value(item));
    return bracketed(texts, { open: '[', close: ']', indent: '  ' });
  }

  fields(fields: readonly SdkField[], isLong = false): string {
    return this.object(
      fields.map(([name, value]) => [name, this.value(value)]),
      isLong,
    );
  }

  object(fields: readonly ScriptField[], isLong = false): string {
    const texts = fields.flatMap(([name, text]) =>
      text === undefined ? [] : [`${propertyName(name)}: ${text}`],
    );
    return bracketed(texts, { ...OBJECT, isLong });
  }

  /** A type annotation with a type of the SDK. */
  type(name: string, rest = '', imported = name): string {
    if (!this.isTyped) return '';
    this.names.add(`type ${imported}`);
    return `: ${name}${rest}`;
  }
}

type ScriptField = readonly [name: string, text: string | undefined];

const OBJECT = { open: '{', close: '}', indent: '  ', space: ' ' };

const IDENTIFIER =
  /^(?!(?:await|case|catch|class|const|continue|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$)[A-Za-z_$][\w$]*$/;

function propertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : string(name);
}

function json(value: string | number | boolean): string {
  return typeof value === 'string' ? string(value) : JSON.stringify(value);
}

/** Writes calls of @google/genai for Node.js: TypeScript, or JavaScript without the types. */
export function scriptFile(call: SdkCall, heading: string, isTyped: boolean): string {
  const script = new Script(isTyped);
  const body = script[call.kind](call);
  const prepared = [client(call), files(call, isTyped), stubs(call, isTyped)];
  return sections(`${heading}${script.imports(call)}`, ...prepared, body);
}

/** Version of the API that the SDK calls by default. */
const DEFAULT_VERSION = 'v1';

class Script extends ScriptValues {
  imports({ files: all, output }: SdkCall): string {
    if (all.some(isProcessed)) this.names.add('FileState');
    const names = [...this.names].toSorted((one, other) =>
      one.replace('type ', '').localeCompare(other.replace('type ', '')),
    );
    const own = [
      ...(all.some(({ isUploaded }) => !isUploaded) ? ['readFile'] : []),
      ...(output === 'media' ? ['writeFile'] : []),
    ];
    return code`
      ${own.length > 0 && `import { ${own.join(', ')} } from "node:fs/promises";`}
      import { ${names.join(', ')} } from "@google/genai";
    `;
  }

  generate(call: SdkCall): string {
    const request = this.object(
      [
        ['model', string(call.model)],
        ['contents', this.value(shortContents(call))],
        ['config', call.config && this.value(shortConfig(call.config))],
      ],
      true,
    );
    return call.isStream
      ? code`
          const stream = await ai.models.generateContentStream(${request});
          ${this.#output('stream', call)}
        `
      : code`
          const response = await ai.models.generateContent(${request});
          ${this.#output('response', call)}
        `;
  }

  chat(call: SdkCall): string {
    const { history, functions, isStream } = call;
    const options = this.object(
      [
        ['model', string(call.model)],
        ['config', call.config && this.value(shortConfig(call.config))],
        ['history', history.length > 0 ? this.list(history) : undefined],
      ],
      true,
    );
    const send = isStream ? 'sendMessageStream' : 'sendMessage';
    const name = isStream ? 'stream' : 'response';
    const message = this.value(shortContents(call));
    const chat = `const chat = ai.chats.create(${options});`;
    if (functions.length === 0) {
      return code`
        ${chat}
        const ${name} = await chat.${send}(${this.object([['message', message]])});
        ${this.#output(name, call)}
      `;
    }
    const calls = isStream
      ? code`
          const stream = await chat.sendMessageStream({ message });
          const calls${this.type('FunctionCall', '[]')} = [];
          ${this.#output('stream', call, true)}
          if (calls.length === 0) break;
        `
      : code`
          const response = await chat.sendMessage({ message });
          const calls = response.functionCalls ?? [];
          if (calls.length === 0) {
            ${this.#output('response', call)}
            break;
          }
        `;
    return code`
      ${chat}
      let message${this.type('PartListUnion')} = ${message};
      for (let round = 0; round < ${String(MAX_ROUNDS)}; round += 1) {
        ${calls}
        message = await Promise.all(
          calls.map(async ({ id, name = "", args = {} }) => ({
            functionResponse: { id, name, response: await functions[name]${this.isTyped && '?.'}(args) },
          })),
        );
      }
    `;
  }

  embed(call: SdkCall): string {
    const texts = this.list(call.texts.map(asText));
    const [only] = call.texts;
    const all = call.texts.length === 1 && only ? this.value(asText(only)) : texts;
    const request = this.object(
      [
        ['model', string(call.model)],
        ['contents', call.isBatched ? `texts.slice(start, start + ${BATCH_SIZE})` : all],
        ['config', call.config && this.value(shortConfig(call.config))],
      ],
      true,
    );
    const embedding = code`
      const response = await ai.models.embedContent(${request});
      for (const { values } of response.embeddings ?? []) {
        console.log(JSON.stringify(values));
      }
    `;
    if (!call.isBatched) return embedding;
    return code`
      const texts = ${texts};
      for (let start = 0; start < texts.length; start += ${String(BATCH_SIZE)}) {
        ${embedding}
      }
    `;
  }

  interact(call: SdkCall): string {
    const { body, functions, isStream } = call;
    if (functions.length > 0) return this.#interactWithFunctions(call);
    const request = this.fields(body, true);
    if (isStream) {
      return code`
        const stream = await ai.interactions.create(${request});
        for await (const event of stream) {
          if (event.event_type === "step.delta" && event.delta.type === "text") {
            process.stdout.write(event.delta.text);
          }
        }
      `;
    }
    return code`
      const interaction = await ai.interactions.create(${request});
      console.log(interaction.output_text);
    `;
  }

  #interactWithFunctions({ body, isStored }: SdkCall): string {
    const rest = body.filter(([name]) => name !== 'input');
    const input = body.find(([name]) => name === 'input')?.[1];
    const request = this.fields(rest, true);
    const steps = this.type('Interactions', '.Step[]', 'Interactions');
    const first = input ? this.value(input) : '[]';
    return code`
      const request = ${request}${this.isTyped && ' satisfies Interactions.CreateModelInteractionParamsNonStreaming'};
      ${isStored ? `let interaction = await ai.interactions.create({ ...request, input: ${first} });` : `const steps${steps} = ${first};\nlet interaction = await ai.interactions.create({ ...request, input: steps });`}
      for (let round = 0; round < ${String(MAX_ROUNDS)}; round += 1) {
        const results${steps} = [];
        for (const step of interaction.steps) {
          if (step.type !== "function_call") continue;
          const { id, name } = step;
          const result = await functions[name]${this.isTyped && '?.'}(step.arguments);
          results.push({ type: "function_result", call_id: id, name, result${this.isTyped && ': result ?? {}'} });
        }
        if (results.length === 0) break;
        ${!isStored && 'steps.push(...interaction.steps, ...results);'}
        interaction = await ai.interactions.create(${
          isStored
            ? '{\n  ...request,\n  previous_interaction_id: interaction.id,\n  input: results,\n}'
            : '{ ...request, input: steps }'
        });
      }
      console.log(interaction.output_text);
    `;
  }

  decide({ body }: SdkCall): string {
    const request = this.fields(body, true);
    return code`
      const result = await ai.decisions.create(${request});
      for (const [name, answer] of Object.entries(result.answers ?? {})) {
        const value =
          "choice" in answer ? answer.choice : "score" in answer ? answer.score : answer.noul;
        const sure = answer.confidence >= ${String(THRESHOLD)};
        console.log(\`\${name}: \${value}\${sure ? "" : " (below the threshold)"}\`);
      }
      if (result.prompt_feedback) console.log(result.prompt_feedback);
    `;
  }

  /** Prints a response or the chunks of a stream, and can collect the function calls of chunks. */
  #output(name: 'stream' | 'response', { output }: SdkCall, hasCalls = false): string {
    const isStream = name === 'stream';
    const other =
      'process.stdout.write(\n  part.text ?? part.executableCode?.code ?? part.codeExecutionResult?.output ?? "",\n);';
    const media = code`
      if (part.inlineData?.data) {
        const ending = part.inlineData.mimeType?.split(/[/;]/)[1] ?? "bin";
        const name = \`output-\${crypto.randomUUID()}.\${ending}\`;
        await writeFile(name, part.inlineData.data, "base64");
        console.log(\`Saved \${name}\`);
      } else {
        process.stdout.write(part.text ?? "");
      }
    `;
    const parts = code`
      for (const part of ${isStream ? 'chunk' : name}.candidates?.[0]?.content?.parts ?? []) {
        ${output === 'media' ? media : other}
      }
    `;
    if (!isStream) return output === 'text' ? 'console.log(response.text);' : parts;
    const text = 'process.stdout.write(chunk.text ?? "");';
    const calls = 'if (chunk.functionCalls) calls.push(...chunk.functionCalls);';
    return code`
      for await (const chunk of stream) {
        ${hasCalls && calls}
        ${output === 'text' ? `${hasCalls ? 'else ' : ''}${text}` : parts}
      }
    `;
  }
}

function client({ version, endpoint }: SdkCall): string {
  const options = [
    ...(version === DEFAULT_VERSION ? [] : [`apiVersion: ${string(version)}`]),
    ...(endpoint === undefined ? [] : [`httpOptions: { baseUrl: ${string(endpoint)} }`]),
  ];
  return `const ai = new GoogleGenAI(${bracketed(options, OBJECT)});`;
}

function files({ files: all }: SdkCall, isTyped: boolean): string {
  const lines = all.map((file) => {
    const { variable, name, mimeType, isUploaded } = file;
    if (!isUploaded) return `const ${variable} = await readFile(${string(name)}, "base64");`;
    const wait = code`
      while (${variable}.state === FileState.PROCESSING) {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        ${variable} = await ai.files.get({ name: ${variable}.name${isTyped && '!'} });
      }
    `;
    return code`
      ${isProcessed(file) ? 'let' : 'const'} ${variable} = await ai.files.upload({
        file: ${string(name)},
        config: { mimeType: ${string(mimeType)} },
      });
      ${isProcessed(file) && wait}
    `;
  });
  return lines.join('\n');
}

function stubs({ functions }: SdkCall, isTyped: boolean): string {
  if (functions.length === 0) return '';
  const type = isTyped ? ': Record<string, (args: Values) => Promise<Values>>' : '';
  const one = ({ name, parameters }: FunctionStub): string => {
    const isPlain = parameters.every((parameter) => IDENTIFIER.test(parameter));
    const taken = isPlain ? `{ ${parameters.join(', ')} }` : 'args';
    return `  ${propertyName(name)}: async (${parameters.length > 0 ? taken : ''}) => ({ result: "TODO" }),`;
  };
  return [
    ...(isTyped ? ['type Values = Record<string, unknown>;', ''] : []),
    '// Replace the results with your own.',
    `const functions${type} = {`,
    ...functions.map(one),
    '};',
  ].join('\n');
}
