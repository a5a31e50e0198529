import { BATCH_SIZE } from '../model/modeRow';
import {
  type FunctionStub,
  isSimple,
  MAX_ROUNDS,
  onlyText,
  type SdkCall,
  userParts,
} from './sdkCall';
import {
  type SdkField,
  type SdkMessage,
  bracketed,
  code,
  isProcessed,
  sections,
  string,
} from './sdkValue';
import { JavaValues, LIST, SDK } from './javaValues';

/** Name of the class, and so of its file. */
export const JAVA_CLASS = 'GeminiRequest';

/** Writes calls of com.google.genai for Java 17. */
export function javaFile(call: SdkCall, heading: string): string {
  const java = new Java();
  const parts = [
    java.client(call),
    java.files(call),
    call.kind === 'decide' ? '' : java[call.kind](call),
  ].filter(Boolean);
  const members = [
    java.stubs(call),
    `public static void main(String[] args) throws Exception {\n${indented(parts.join('\n\n'))}\n}`,
    call.kind === 'interact' && !isSimple(call) && interactionBody(call, java),
  ];
  const body = indented(members.filter(Boolean).join('\n\n'));
  return sections(`${heading}${java.imports()}`, `public class ${JAVA_CLASS} {\n${body}\n}`);
}

class Java extends JavaValues {
  imports(): string {
    return [...this.packages]
      .toSorted()
      .map((name) => `import ${name};`)
      .join('\n');
  }

  client({ version, endpoint }: SdkCall): string {
    this.packages.add(`${SDK}.types.HttpOptions`);
    const setters = [
      ...(endpoint === undefined ? [] : [`.baseUrl(${string(endpoint)})`]),
      `.apiVersion(${string(version)})`,
    ].join('');
    return code`
      Client client =
          Client.builder()
              .httpOptions(HttpOptions.builder()${setters}.build())
              .build();
    `;
  }

  files({ files }: SdkCall): string {
    const lines = files.map((file) => {
      const { variable, name, mimeType, isUploaded } = file;
      if (!isUploaded) {
        this.packages.add('java.nio.file.Files').add('java.nio.file.Path');
        return `byte[] ${variable} = Files.readAllBytes(Path.of(${string(name)}));`;
      }
      this.types('File', 'UploadFileConfig', ...(isProcessed(file) ? ['FileState'] : []));
      const wait = code`
        while (${variable}.state().get().knownEnum() == FileState.Known.PROCESSING) {
          Thread.sleep(5000);
          ${variable} = client.files.get(${variable}.name().get(), null);
        }
      `;
      return code`
        File ${variable} =
            client.files.upload(
                ${string(name)}, UploadFileConfig.builder().mimeType(${string(mimeType)}).build());
        ${isProcessed(file) && wait}
      `;
    });
    return lines.join('\n');
  }

  stubs({ functions }: SdkCall): string {
    if (functions.length === 0) return '';
    this.packages.add('java.util.Map').add('java.util.function.Function');
    const type = 'Function<Map<String, Object>, Map<String, Object>>';
    const entries = functions.map(
      ({ name }) => `Map.entry(${string(name)}, ${JAVA_CLASS}::${method(name)})`,
    );
    const stub = ({ name }: FunctionStub): string => code`
      static Map<String, Object> ${method(name)}(Map<String, Object> args) {
        return Map.of("result", "TODO"); // Replace with your code.
      }
    `;
    return [
      `static final Map<String, ${type}> FUNCTIONS =\n    Map.ofEntries(\n        ${entries.join(',\n        ')});`,
      ...functions.map(stub),
    ].join('\n\n');
  }

  generate(call: SdkCall): string {
    const { contents: all, isStream, model } = call;
    const contents = this.#contents(all);
    const config = this.#config(call);
    this.types('GenerateContentResponse');
    const given = `(${string(model)}, ${contents.name}, ${config === '' ? 'null' : 'config'})`;
    const sent = isStream
      ? this.#output(`client.models.generateContentStream${given}`, call)
      : code`
          GenerateContentResponse response =
              client.models.generateContent${given};
          ${this.#output('response', call)}
        `;
    return [contents.text, config, sent].filter(Boolean).join('\n');
  }

  /** Chats of the SDK have no history, so the code keeps the contents. */
  chat(call: SdkCall): string {
    const { history, contents, functions, isStream, model } = call;
    if (functions.length === 0) {
      return this.generate({ ...call, contents: [...history, ...contents] });
    }
    this.types('Content', 'Part', 'FunctionResponse', 'GenerateContentResponse');
    this.packages.add('java.util.ArrayList').add('java.util.List');
    const config = this.#config(call);
    const given = `(${string(model)}, contents, ${config === '' ? 'null' : 'config'})`;
    const sent = isStream
      ? code`
          List<Part> parts = new ArrayList<>();
          ${this.#output(`client.models.generateContentStream${given}`, call, true)}
        `
      : code`
          GenerateContentResponse response = client.models.generateContent${given};
          List<Part> parts = Objects.requireNonNullElse(response.parts(), List.of());
        `;
    if (!isStream) this.packages.add('java.util.Objects');
    const last = isStream
      ? 'if (results.isEmpty()) break;'
      : code`
          if (results.isEmpty()) {
            ${this.#output('response', call)}
            break;
          }
        `;
    return code`
      ${config}
      List<Content> contents = new ArrayList<>(${this.list([...history, ...contents])});
      for (int round = 0; round < ${String(MAX_ROUNDS)}; round++) {
        ${sent}
        contents.add(Content.builder().role("model").parts(parts).build());
        List<Part> results = new ArrayList<>();
        for (Part part : parts) {
          part.functionCall()
              .ifPresent(
                  call -> {
                    String name = call.name().orElse("");
                    FunctionResponse.Builder result =
                        FunctionResponse.builder()
                            .name(name)
                            .response(FUNCTIONS.get(name).apply(call.args().orElse(Map.of())));
                    call.id().ifPresent(result::id);
                    results.add(Part.builder().functionResponse(result.build()).build());
                  });
        }
        ${last}
        contents.add(Content.builder().role("user").parts(results).build());
      }
    `;
  }

  embed({ texts, model, config, isBatched }: SdkCall): string {
    this.types('ContentEmbedding', 'EmbedContentResponse');
    this.packages.add('java.util.List');
    const all = texts.map((text) =>
      this.value(text.kind === 'message' ? (onlyText(text) ?? text) : text),
    );
    const list = bracketed(all, { ...LIST, isLong: all.length > 10 });
    const given = isBatched
      ? `texts.subList(start, Math.min(start + ${BATCH_SIZE}, texts.size()))`
      : 'texts';
    const embedding = code`
      EmbedContentResponse response =
          client.models.embedContent(${string(model)}, ${given}, ${config ? 'config' : 'null'});
      for (ContentEmbedding embedding : response.embeddings().orElse(List.of())) {
        System.out.println(embedding.values().orElse(List.of()));
      }
    `;
    const own =
      config && `EmbedContentConfig config =\n    ${this.value(config).replace(/\n/g, '\n    ')};`;
    return code`
      List<String> texts = ${list};
      ${own}
      ${isBatched ? `for (int start = 0; start < texts.size(); start += ${BATCH_SIZE}) {\n${indented(embedding)}\n}` : embedding}
    `;
  }

  interact(call: SdkCall): string {
    return javaInteraction(call, this);
  }

  #config({ config }: SdkCall): string {
    if (!config) return '';
    this.types('GenerateContentConfig');
    return `GenerateContentConfig config =\n    ${this.value(config).replace(/\n/g, '\n    ')};`;
  }

  /** Contents as an argument, and their declaration if they are long. */
  #contents(all: readonly SdkMessage[]): { readonly name: string; readonly text: string } {
    const parts = userParts(all);
    const [only] = all;
    const text = parts && only ? onlyText(only) : undefined;
    if (text) return { name: this.value(text), text: '' };
    this.types('Content');
    if (!parts) {
      this.packages.add('java.util.List');
      return {
        name: 'contents',
        text: `List<Content> contents =\n    ${this.list(all).replace(/\n/g, '\n    ')};`,
      };
    }
    const given = bracketed(
      parts.map((part) => this.value(part)),
      { ...LIST, open: 'Content.fromParts(' },
    );
    return { name: 'content', text: `Content content =\n    ${given.replace(/\n/g, '\n    ')};` };
  }

  /** Prints a response or the chunks of a stream, and can collect the parts of chunks. */
  #output(source: string, { output }: SdkCall, hasCalls = false): string {
    const isStream = source !== 'response';
    if (output === 'media') {
      this.packages.add('java.nio.file.Files').add('java.nio.file.Path');
      this.types('Blob');
    }
    if (output !== 'text') this.types('Part').add('java.util.List').add('java.util.Objects');
    const media = code`
      if (part.inlineData().isPresent()) {
        Blob media = part.inlineData().get();
        String ending = media.mimeType().orElse("/bin").replaceAll(".*/|;.*", "");
        Path path = Path.of("output-" + System.nanoTime() + "." + ending);
        Files.write(path, media.data().get());
        System.out.println("Saved " + path);
      }
    `;
    const other = code`
      part.executableCode().flatMap(code -> code.code()).ifPresent(System.out::println);
      part.codeExecutionResult().flatMap(result -> result.output()).ifPresent(System.out::println);
    `;
    const one = isStream ? 'chunk' : source;
    const parts = code`
      for (Part part : Objects.requireNonNullElse(${one}.parts(), List.<Part>of())) {
        part.text().ifPresent(System.out::print);
        ${output === 'media' ? media : other}
      }
    `;
    const print = isStream
      ? 'if (chunk.text() != null) System.out.print(chunk.text());'
      : 'System.out.println(response.text());';
    const shown = output === 'text' ? print : parts;
    if (!isStream) return shown;
    this.packages.add(`${SDK}.ResponseStream`);
    return code`
      try (ResponseStream<GenerateContentResponse> stream =
          ${source}) {
        for (GenerateContentResponse chunk : stream) {
          ${shown}
          ${hasCalls && 'if (chunk.parts() != null) parts.addAll(chunk.parts());'}
        }
      }
    `;
  }
}

function indented(text: string): string {
  return `  ${text.replace(/\n(?=.)/g, '\n  ')}`;
}

/** A name that can't clash with keywords or names of the code. */
function method(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return `call${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/** Writes an interaction. */
function javaInteraction(call: SdkCall, java: JavaValues): string {
  const { body, functions, isStream, isStored } = call;
  java.gaos('operations.CreateInteractionRequestBody');
  if (functions.length > 0) return withFunctions(body, isStored, java);
  const typed = isSimple(call) && typedRequest(body, java);
  const request = typed === false ? jsonRequest(body, java) : typed;
  const given = typed === false ? 'body(request)' : 'CreateInteractionRequestBody.of(request)';
  if (!isStream) {
    java.gaos('interactions.Interaction');
    return code`
        ${request}
        Interaction interaction = client.interactions.create(${given}).interaction().get();
        System.out.println(interaction.outputText().orElse(""));
      `;
  }
  java.gaos(
    'interactions.InteractionSSEStreamEvent',
    'interactions.StepDelta',
    'interactions.TextDelta',
    'operations.CreateInteractionResponse',
  );
  java.packages.add(`${SDK}.gaos.utils.EventStream`);
  return code`
      ${request}
      CreateInteractionResponse response = client.interactions.create(${given});
      try (EventStream<InteractionSSEStreamEvent> events = response.events()) {
        for (InteractionSSEStreamEvent event : events) {
          if (event.data().orElse(null) instanceof StepDelta step
              && step.delta().orElse(null) instanceof TextDelta delta) {
            System.out.print(delta.text().orElse(""));
          }
        }
      }
    `;
}

function withFunctions(body: readonly SdkField[], isStored: boolean, java: JavaValues): string {
  java.gaos('interactions.FunctionCallStep', 'interactions.Interaction', 'interactions.Step');
  java.packages.add('java.util.ArrayList').add('java.util.HashMap').add('java.util.List');
  const input = body.find(([name]) => name === 'input')?.[1];
  const rest = body.filter(([name]) => name !== 'input');
  const first = input ? java.value(input) : 'List.of()';
  const next = isStored
    ? 'request.put("previous_interaction_id", interaction.id().get());\nrequest.put("input", results);'
    : 'steps.addAll(interaction.steps().orElse(List.of()));\nsteps.addAll(results);';
  return code`
      ${jsonRequest(rest, java)}
      ${isStored ? `request.put("input", ${first});` : `List<Object> steps = new ArrayList<>(${first});\nrequest.put("input", steps);`}
      for (int round = 0; round < ${String(MAX_ROUNDS)}; round++) {
        Interaction interaction = client.interactions.create(body(request)).interaction().get();
        List<Object> results = new ArrayList<>();
        for (Step step : interaction.steps().orElse(List.of())) {
          if (step instanceof FunctionCallStep call) {
            String name = call.name().orElse("");
            Object result = FUNCTIONS.get(name).apply(call.arguments().orElse(Map.of()));
            results.add(
                Map.of(
                    "type", "function_result",
                    "call_id", call.id().orElse(""),
                    "name", name,
                    "result", result));
          }
        }
        if (results.isEmpty()) {
          System.out.println(interaction.outputText().orElse(""));
          break;
        }
        ${next}
      }
    `;
}

/** Reads a request from JSON values with the SDK’s own mapper. */
function interactionBody({ body }: SdkCall, java: JavaValues): string {
  const isAgent = body.some(([name]) => name === 'agent');
  const type = isAgent ? 'CreateAgentInteraction' : 'CreateModelInteraction';
  java.gaos(`interactions.${type}`);
  java.packages.add(`${SDK}.gaos.utils.JSON`);
  return code`
      static CreateInteractionRequestBody body(Map<String, Object> request) {
        return CreateInteractionRequestBody.of(
            JSON.getMapper().convertValue(request, ${type}.class));
      }
    `;
}

function typedRequest(body: readonly SdkField[], java: JavaValues): string {
  java.gaos(
    'interactions.CreateModelInteraction',
    'interactions.InteractionsInput',
    'interactions.Model',
  );
  const wrappers: { readonly [name: string]: string | undefined } = {
    model: 'Model.of',
    input: 'InteractionsInput.of',
  };
  const setters = body.map(
    ([name, value]) =>
      `.${camelCase(name)}(${wrappers[name] ? `${wrappers[name]}(${java.value(value)})` : java.value(value)})`,
  );
  return code`
      CreateModelInteraction request =
          CreateModelInteraction.builder()
              ${setters.join('\n')}
              .build();
    `;
}

function jsonRequest(body: readonly SdkField[], java: JavaValues): string {
  java.packages.add('java.util.HashMap').add('java.util.Map');
  return `Map<String, Object> request =\n    new HashMap<>(\n        ${java.map(body).replace(/\n/g, '\n        ')});`;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
