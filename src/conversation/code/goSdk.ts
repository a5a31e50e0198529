import { BATCH_SIZE } from '../model/modeRow';
import {
  type FunctionStub,
  isSimple,
  MAX_ROUNDS,
  onlyText,
  partsOf,
  type SdkCall,
  userParts,
} from './sdkCall';
import { capitalized, CHECK, fieldName, GoValues } from './goValues';
import {
  type SdkField,
  bracketed,
  code,
  isProcessed,
  sections,
  wholeString as string,
} from './sdkValue';

/** Writes calls of google.golang.org/genai for Go. */
export function goFile(call: SdkCall, heading: string): string {
  const go = new Go();
  const body = [go.client(call), go.files(call), call.kind === 'decide' ? '' : go[call.kind](call)]
    .filter(Boolean)
    .join('\n\n');
  const main = `func main() {\n  ctx := context.Background()\n  ${body.replace(/\n(?=.)/g, '\n  ')}\n}`;
  const text = sections(
    `${heading}package main`,
    go.imports(),
    go.usesDecode && DECODE,
    stubs(call),
    main,
    call.kind === 'interact' && !isSimple(call) && GO_INTERACTION_BODY,
  );
  return aligned(text).replace(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2));
}

/** Aligns the values of consecutive fields, like gofmt. */
function aligned(text: string): string {
  return text.replace(/(?:^ *(?:"[^"\n]*"|\w+): .*,\n){2,}/gm, (lines) => {
    const keys = [...lines.matchAll(/^ *(?:"[^"\n]*"|\w+):/gm)].map(([key]) => key.length);
    const width = Math.max(...keys);
    return lines.replace(
      /^( *(?:"[^"\n]*"|\w+):) +/gm,
      (_, key: string) => `${key.padEnd(width)} `,
    );
  });
}

class Go extends GoValues {
  get usesDecode(): boolean {
    return this.packages.has('encoding/base64');
  }

  imports(): string {
    const names = [...this.packages].toSorted();
    const lines = (isOwn: boolean): string =>
      names
        .filter((name) => name.includes('.') !== isOwn)
        .map((name) => `  "${name}"`)
        .join('\n');
    return `import (\n${lines(true)}\n\n${lines(false)}\n)`;
  }

  client({ version, endpoint }: SdkCall): string {
    const options = [
      ...(endpoint === undefined ? [] : [`BaseURL: ${string(endpoint)}`]),
      `APIVersion: ${string(version)}`,
    ];
    return code`
      client, err := genai.NewClient(ctx, &genai.ClientConfig{
        HTTPOptions: genai.HTTPOptions{${options.join(', ')}},
      })
      ${CHECK}
    `;
  }

  files({ files }: SdkCall): string {
    const lines = files.map((file) => {
      const { variable, name, mimeType, isUploaded } = file;
      if (!isUploaded) this.packages.add('os');
      if (isProcessed(file)) this.packages.add('time');
      const made = isUploaded
        ? `client.Files.UploadFromPath(ctx, ${string(name)}, &genai.UploadFileConfig{MIMEType: ${string(mimeType)}})`
        : `os.ReadFile(${string(name)})`;
      const wait = code`
        for ${variable}.State == genai.FileStateProcessing {
          time.Sleep(5 * time.Second)
          ${variable}, err = client.Files.Get(ctx, ${variable}.Name, nil)
          ${CHECK}
        }
      `;
      return `${variable}, err := ${made}\n${CHECK}${isProcessed(file) ? `\n${wait}` : ''}`;
    });
    return lines.join('\n');
  }

  generate(call: SdkCall): string {
    const { contents: all, config, isStream } = call;
    const parts = userParts(all);
    const [only] = all;
    const text = parts && only ? onlyText(only) : undefined;
    const user =
      parts && `[]*genai.Content{genai.NewContentFromParts(${this.parts(parts)}, genai.RoleUser)}`;
    const contents = text ? `genai.Text(${this.value(text)})` : (user ?? this.list('Content', all));
    const prepared = code`
      contents := ${contents}
      ${config && `config := ${this.value(config)}`}
    `;
    const given = `ctx, ${string(call.model)}, contents, ${config ? 'config' : 'nil'}`;
    return isStream
      ? `${prepared}\n${this.#output(`client.Models.GenerateContentStream(${given})`, call)}`
      : code`
          ${prepared}
          response, err := client.Models.GenerateContent(${given})
          ${CHECK}
          ${this.#output('response', call)}
        `;
  }

  chat(call: SdkCall): string {
    const { history, contents, config, functions, isStream } = call;
    const last = contents.at(-1);
    const calls = isStream
      ? code`
          var calls []*genai.FunctionCall
          ${this.#output('chat.SendStream(ctx, message...)', call, true)}
          if len(calls) == 0 {
            break
          }
        `
      : code`
          response, err := chat.Send(ctx, message...)
          ${CHECK}
          calls := response.FunctionCalls()
          if len(calls) == 0 {
            ${this.#output('response', call)}
            break
          }
        `;
    const sent = isStream
      ? this.#output('chat.SendStream(ctx, message...)', call)
      : code`
          response, err := chat.Send(ctx, message...)
          ${CHECK}
          ${this.#output('response', call)}
        `;
    return code`
      ${config && `config := ${this.value(config)}`}
      ${history.length > 0 && `history := ${this.list('Content', history)}`}
      chat, err := client.Chats.Create(ctx, ${string(call.model)}, ${config ? 'config' : 'nil'}, ${history.length > 0 ? 'history' : 'nil'})
      ${CHECK}
      message := ${this.parts(last ? partsOf(last) : [])}
      ${
        functions.length === 0
          ? sent
          : code`
              for range ${String(MAX_ROUNDS)} {
                ${calls}
                message = nil
                for _, call := range calls {
                  message = append(message, &genai.Part{FunctionResponse: &genai.FunctionResponse{
                    ID:       call.ID,
                    Name:     call.Name,
                    Response: functions[call.Name](call.Args),
                  }})
                }
              }
            `
      }
    `;
  }

  embed({ texts, model, config, isBatched }: SdkCall): string {
    const contents = texts.map((text) =>
      text.kind === 'scalar'
        ? `genai.NewContentFromText(${this.value(text)}, genai.RoleUser)`
        : this.value(text),
    );
    const list = bracketed(contents, { open: '[]*genai.Content{', close: '}', indent: '  ' });
    const all = isBatched ? `contents[start:min(start+${BATCH_SIZE}, len(contents))]` : 'contents';
    const embedding = code`
      response, err := client.Models.EmbedContent(ctx, ${string(model)}, ${all}, ${config ? 'config' : 'nil'})
      ${CHECK}
      for _, embedding := range response.Embeddings {
        fmt.Println(embedding.Values)
      }
    `;
    return code`
      contents := ${list}
      ${config && `config := ${this.value(config)}`}
      ${isBatched ? `for start := 0; start < len(contents); start += ${BATCH_SIZE} {\n  ${embedding.replace(/\n/g, '\n  ')}\n}` : embedding}
    `;
  }

  interact(call: SdkCall): string {
    return goInteraction(call, this);
  }

  /** Prints a response or the chunks of a stream, and can collect the function calls of chunks. */
  #output(source: string, { output }: SdkCall, hasCalls = false): string {
    const isStream = source !== 'response';
    const one = isStream ? 'chunk' : source;
    if (output === 'media') this.packages.add('os').add('strings').add('time');
    const media = code`
      if part.InlineData != nil {
        _, ending, _ := strings.Cut(strings.Split(part.InlineData.MIMEType, ";")[0], "/")
        name := fmt.Sprintf("output-%d.%s", time.Now().UnixNano(), ending)
        if err := os.WriteFile(name, part.InlineData.Data, 0o644); err != nil {
          log.Fatal(err)
        }
        fmt.Println("Saved", name)
      }
    `;
    const other = code`
      if part.ExecutableCode != nil {
        fmt.Println(part.ExecutableCode.Code)
      }
      if part.CodeExecutionResult != nil {
        fmt.Println(part.CodeExecutionResult.Output)
      }
    `;
    const parts = code`
      for _, candidate := range ${one}.Candidates {
        if candidate.Content == nil {
          continue
        }
        for _, part := range candidate.Content.Parts {
          fmt.Print(part.Text)
          ${output === 'media' ? media : other}
        }
      }
    `;
    if (!isStream) return output === 'text' ? 'fmt.Println(response.Text())' : parts;
    return code`
      for chunk, err := range ${source} {
        ${CHECK}
        ${hasCalls && 'calls = append(calls, chunk.FunctionCalls()...)'}
        ${output === 'text' ? 'fmt.Print(chunk.Text())' : parts}
      }
    `;
  }
}

const DECODE = code`
  func decode(text string) []byte {
    data, err := base64.StdEncoding.DecodeString(text)
    ${CHECK}
    return data
  }
`;

function stubs({ functions }: SdkCall): string {
  if (functions.length === 0) return '';
  const entries = functions.map((stub) => `${string(stub.name)}: ${functionName(stub)},`);
  const defined = functions.map(
    (stub) => code`
      func ${functionName(stub)}(args map[string]any) map[string]any {
        return map[string]any{"result": "TODO"} // Replace with your code.
      }
    `,
  );
  const table = code`
    var functions = map[string]func(args map[string]any) map[string]any{
      ${entries.join('\n')}
    }
  `;
  return [...defined, table].join('\n\n');
}

/** A name that can't clash with keywords or names of the code. */
function functionName({ name }: FunctionStub): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return `call${words.map(capitalized).join('')}`;
}

/** Writes an interaction. */
function goInteraction(call: SdkCall, go: GoValues): string {
  const { body, functions, isStream, isStored } = call;
  const models = 'google.golang.org/genai/interactions/models';
  go.packages.add(`${models}/operations`);
  const isTyped = isSimple(call);
  go.packages.add(isTyped ? `${models}/interactions` : 'encoding/json');
  const typed = (): string => code`
      body := operations.NewCreateInteractionRequestBody(${typedRequest(body, go)})
      response, err := client.Interactions.Create(ctx, operations.CreateInteractionRequest{Body: body})
      ${CHECK}
    `;
  const request = `request := ${go.map('any', body)}`;
  const send = code`
      response, err := client.Interactions.Create(ctx, body(request))
      ${CHECK}
    `;
  const print = code`
      if text := response.Interaction.OutputText; text != nil {
        fmt.Println(*text)
      }
    `;
  if (functions.length === 0) {
    const sent = isTyped ? typed() : `${request}\n${send}`;
    return `${sent}\n${isStream ? EVENTS : print}`;
  }
  const next = isStored
    ? 'request["previous_interaction_id"] = *response.Interaction.ID\nrequest["input"] = results'
    : 'steps := request["input"].([]any)\nfor _, step := range response.Interaction.Steps {\n  steps = append(steps, step)\n}\nrequest["input"] = append(steps, results...)';
  return code`
      ${request}
      for range ${String(MAX_ROUNDS)} {
        ${send}
        var results []any
        for _, step := range response.Interaction.Steps {
          if call := step.FunctionCallStep; call != nil {
            results = append(results, map[string]any{
              "type":    "function_result",
              "call_id": call.ID,
              "name":    call.Name,
              "result":  functions[call.Name](call.Arguments),
            })
          }
        }
        if len(results) == 0 {
          ${print}
          break
        }
        ${next}
      }
    `;
}

function typedRequest(body: readonly SdkField[], go: GoValues): string {
  const fields = body.map(([name, value]) => {
    const text = go.value(value);
    const by: { readonly [field: string]: string | undefined } = {
      model: `Model: interactions.Model(${text})`,
      input: `Input: interactions.NewInteractionsInput(${text})`,
      previous_interaction_id: `PreviousInteractionID: genai.Ptr(${text})`,
      system_instruction: `SystemInstruction: genai.Ptr(${text})`,
    };
    return by[name] ?? `${fieldName(name)}: genai.Ptr(${text})`;
  });
  const open = 'interactions.CreateModelInteraction{';
  return bracketed(fields, { open, close: '}', indent: '  ', isLong: true });
}

const GO_INTERACTION_BODY = code`
  // body returns a request of the SDK for JSON.
  func body(request map[string]any) operations.CreateInteractionRequest {
    data, err := json.Marshal(request)
    ${CHECK}
    var body operations.CreateInteractionRequestBody
    if err := json.Unmarshal(data, &body); err != nil {
      log.Fatal(err)
    }
    return operations.CreateInteractionRequest{Body: body}
  }
`;

const EVENTS = code`
  stream := response.InteractionSSEStreamEvent
  defer stream.Close()
  for stream.Next() {
    if delta := stream.Value().GetDataStepDelta(); delta != nil {
      if text := delta.GetDeltaText(); text != nil {
        fmt.Print(text.GetText())
      }
    }
  }
  if err := stream.Err(); err != nil {
    log.Fatal(err)
  }
`;
