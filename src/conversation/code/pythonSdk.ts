import { BATCH_SIZE } from '../model/modeRow';
import {
  asText,
  fileOfPart,
  type FunctionStub,
  MAX_ROUNDS,
  type SdkCall,
  shortConfig,
  shortContents,
} from './sdkCall';
import { THRESHOLD } from './codeInput';
import {
  type SdkField,
  type SdkMessage,
  type SdkValue,
  bracketed,
  code,
  isProcessed,
  sections,
  wholeString as string,
} from './sdkValue';

class PythonValues {
  readonly modules = new Set<string>();
  usesTypes = false;

  value(value: SdkValue): string {
    switch (value.kind) {
      case 'null':
        return 'None';
      case 'scalar':
        if (value.type !== 'bytes') return literal(value.type, value.value);
        this.modules.add('import base64');
        return `base64.b64decode(${string(String(value.value))})`;
      case 'enum':
        this.usesTypes = true;
        return `types.${value.type}.${value.value.toUpperCase()}`;
      case 'file':
        if (value.isBytes) return value.file.variable;
        this.modules.add('import base64');
        return `base64.b64encode(${value.file.variable}).decode()`;
      case 'uri':
        return `${value.file.variable}.uri`;
      case 'list':
        return this.list(value.items);
      case 'map':
        return this.dict(value.entries);
      case 'message':
        return this.message(value);
    }
  }

  message(message: SdkMessage): string {
    this.usesTypes = true;
    const file = fileOfPart(message);
    const name = file ? `Part.from_${file.isInline ? 'bytes' : 'uri'}` : message.type;
    const fields = (file ?? message).fields.map(
      ([field, value]) => [snakeCase(field), this.value(value)] as const,
    );
    return `types.${name}${this.call(fields)}`;
  }

  list(items: readonly SdkValue[]): string {
    const texts = items.map((item) => this.value(item));
    return bracketed(texts, { open: '[', close: ']', indent: INDENT });
  }

  dict(entries: readonly SdkField[]): string {
    const texts = entries.map(([name, value]) => `${string(name)}: ${this.value(value)}`);
    return bracketed(texts, { open: '{', close: '}', indent: INDENT });
  }

  /** Keyword arguments. */
  call(
    fields: readonly (readonly [name: string, text: string | undefined])[],
    isLong = false,
  ): string {
    const texts = fields.flatMap(([name, text]) => {
      if (text === undefined) return [];
      return [/^\w+$/.test(name) ? `${name}=${text}` : `**{${string(name)}: ${text}}`];
    });
    return bracketed(texts, { open: '(', close: ')', indent: INDENT, isLong });
  }
}

const INDENT = '    ';

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function literal(type: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (type === 'int64' && /^-?\d+$/.test(String(value))) return String(value);
  return typeof value === 'string' ? string(value) : JSON.stringify(value);
}

/** Writes calls of google-genai for Python. */
export function pythonFile(call: SdkCall, heading: string): string {
  const python = new Python();
  const body = python[call.kind](call);
  const main = [client(call), files(call)].filter(Boolean).join('\n');
  return sections(`${heading}${python.imports(call)}`, stubs(call), main, body).replace(
    /\n\n(?=def )/g,
    '\n\n\n',
  );
}

class Python extends PythonValues {
  imports({ files: all }: SdkCall): string {
    if (all.some(({ isUploaded }) => !isUploaded)) this.modules.add('from pathlib import Path');
    if (all.some(isProcessed)) this.modules.add('import time');
    return [
      ...[...this.modules].toSorted((one, other) => order(one).localeCompare(order(other))),
      ...(this.modules.size > 0 ? [''] : []),
      'from google import genai',
      ...(this.usesTypes ? ['from google.genai import types'] : []),
    ].join('\n');
  }

  generate(call: SdkCall): string {
    const request = this.call([
      ['model', string(call.model)],
      ['contents', this.value(shortContents(call))],
      ['config', call.config && this.value(shortConfig(call.config))],
    ]);
    if (!call.isStream) {
      return code`
        response = client.models.generate_content${request}
        ${this.#output('response', call)}
      `;
    }
    const stream = `client.models.generate_content_stream${request}`;
    return this.#output(stream, call);
  }

  chat(call: SdkCall): string {
    const { history, functions, isStream } = call;
    const options = this.call([
      ['model', string(call.model)],
      ['config', call.config && this.value(shortConfig(call.config))],
      ['history', history.length > 0 ? this.list(history) : undefined],
    ]);
    const message = this.value(shortContents(call));
    const chat = `chat = client.chats.create${options}`;
    if (functions.length === 0) {
      const sent = isStream
        ? this.#output(`chat.send_message_stream(${message})`, call)
        : `response = chat.send_message(${message})\n${this.#output('response', call)}`;
      return `${chat}\n${sent}`;
    }
    this.usesTypes = true;
    const calls = isStream
      ? code`
          calls = []
          ${this.#output('chat.send_message_stream(message)', call, true)}
          if not calls:
              break
        `
      : code`
          response = chat.send_message(message)
          calls = response.function_calls
          if not calls:
              ${this.#output('response', call)}
              break
        `;
    return code`
      ${chat}
      message = ${message}
      for _ in range(${String(MAX_ROUNDS)}):
          ${calls}
          message = [
              types.Part(
                  function_response=types.FunctionResponse(
                      id=call.id,
                      name=call.name,
                      response=functions[call.name](**(call.args or {})),
                  )
              )
              for call in calls
          ]
    `;
  }

  embed(call: SdkCall): string {
    const texts = this.list(call.texts.map(asText));
    const [only] = call.texts;
    const all = call.texts.length === 1 && only ? this.value(asText(only)) : texts;
    const request = this.call([
      ['model', string(call.model)],
      ['contents', call.isBatched ? `texts[start : start + ${BATCH_SIZE}]` : all],
      ['config', call.config && this.value(call.config)],
    ]);
    const embedding = code`
      response = client.models.embed_content${request}
      for embedding in response.embeddings:
          print(embedding.values)
    `;
    if (!call.isBatched) return embedding;
    return code`
      texts = ${texts}
      for start in range(0, len(texts), ${String(BATCH_SIZE)}):
          ${embedding}
    `;
  }

  interact(call: SdkCall): string {
    const { body, functions, isStream, isStored } = call;
    if (functions.length === 0) {
      const request = this.call(body.map(([name, value]) => [name, this.value(value)]));
      return isStream
        ? code`
            stream = client.interactions.create${request}
            for event in stream:
                if event.event_type == "step.delta" and event.delta.type == "text":
                    print(event.delta.text, end="", flush=True)
          `
        : code`
            interaction = client.interactions.create${request}
            print(interaction.output_text)
          `;
    }
    const input = body.find(([name]) => name === 'input')?.[1];
    const rest = body.filter(([name]) => name !== 'input');
    const first = input ? this.value(input) : '[]';
    return code`
      request = ${this.dict(rest)}
      ${isStored ? `interaction = client.interactions.create(**request, input=${first})` : `steps = ${first}\ninteraction = client.interactions.create(**request, input=steps)`}
      for _ in range(${String(MAX_ROUNDS)}):
          results = [
              {
                  "type": "function_result",
                  "call_id": step.id,
                  "name": step.name,
                  "result": functions[step.name](**step.arguments),
              }
              for step in interaction.steps
              if step.type == "function_call"
          ]
          if not results:
              break
          ${
            isStored
              ? 'request["previous_interaction_id"] = interaction.id\ninteraction = client.interactions.create(**request, input=results)'
              : 'steps = [*steps, *interaction.steps, *results]\ninteraction = client.interactions.create(**request, input=steps)'
          }
      print(interaction.output_text)
    `;
  }

  decide({ body }: SdkCall): string {
    const request = this.call(body.map(([name, value]) => [name, this.value(value)]));
    return code`
      result = client.decisions.create${request}
      for name, answer in (result.answers or {}).items():
          value = getattr(answer, answer.type)
          sure = answer.confidence >= ${String(THRESHOLD)}
          print(f"{name}: {value}" + ("" if sure else " (below the threshold)"))
      if result.prompt_feedback:
          print(result.prompt_feedback)
    `;
  }

  /** Prints a response or the chunks of a stream, and can collect the function calls of chunks. */
  #output(source: string, { output }: SdkCall, hasCalls = false): string {
    const isStream = source !== 'response';
    if (output === 'media') this.modules.add('from pathlib import Path').add('import time');
    const media = code`
      if part.inline_data:
          ending = part.inline_data.mime_type.split(";")[0].split("/")[1]
          path = Path(f"output-{time.time_ns()}.{ending}")
          path.write_bytes(part.inline_data.data)
          print(f"Saved {path}")
      elif part.text:
          print(part.text, end="", flush=True)
    `;
    const other = code`
      if part.text:
          print(part.text, end="", flush=True)
      elif part.executable_code:
          print(part.executable_code.code)
      elif part.code_execution_result:
          print(part.code_execution_result.output)
    `;
    const parts = code`
      for part in ${isStream ? 'chunk' : source}.parts or []:
          ${output === 'media' ? media : other}
    `;
    if (!isStream) return output === 'text' ? 'print(response.text)' : parts;
    const shown = output === 'text' ? 'print(chunk.text or "", end="", flush=True)' : parts;
    if (!hasCalls)
      return `for chunk in ${source}:\n${INDENT}${shown.replace(/\n/g, `\n${INDENT}`)}`;
    return code`
      for chunk in ${source}:
          if chunk.function_calls:
              calls += chunk.function_calls
          else:
              ${shown}
    `;
  }
}

/** Standard order: `import` lines before `from` lines. */
function order(line: string): string {
  return `${line.startsWith('import') ? 0 : 1}${line}`;
}

function client({ version, endpoint }: SdkCall): string {
  const options = [
    ...(endpoint === undefined ? [] : [`"base_url": ${string(endpoint)}`]),
    `"api_version": ${string(version)}`,
  ];
  return `client = genai.Client(http_options={${options.join(', ')}})`;
}

function files({ files: all }: SdkCall): string {
  const lines = all.map((file) => {
    const { variable, name, mimeType, isUploaded } = file;
    if (!isUploaded) return `${variable} = Path(${string(name)}).read_bytes()`;
    const wait = code`
      while ${variable}.state == "PROCESSING":
          time.sleep(5)
          ${variable} = client.files.get(name=${variable}.name)
    `;
    return code`
      ${variable} = client.files.upload(
          file=${string(name)}, config={"mime_type": ${string(mimeType)}}
      )
      ${isProcessed(file) && wait}
    `;
  });
  return lines.join('\n');
}

function stubs({ functions }: SdkCall): string {
  if (functions.length === 0) return '';
  const defined = functions.map((stub) => {
    return `def ${functionName(stub)}(${parametersOf(stub)}):\n    return {"result": "TODO"}  # Replace with your code.`;
  });
  const entries = functions.map((stub) => `${string(stub.name)}: ${functionName(stub)}`);
  const table = bracketed(entries, { open: '{', close: '}', indent: INDENT });
  return `${defined.join('\n\n')}\n\n\nfunctions = ${table}`;
}

function functionName({ name }: FunctionStub): string {
  return name.replace(/\W/g, '_').replace(KEYWORD, '$&_').replace(/^\d/, '_$&');
}

function parametersOf({ parameters, required }: FunctionStub): string {
  if (!parameters.every((name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORD.test(name))) {
    return '**args';
  }
  const needed = parameters.filter((name) => required.includes(name));
  const others = parameters.filter((name) => !required.includes(name));
  return [...needed, ...others.map((name) => `${name}=None`)].join(', ');
}

const KEYWORD =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;
