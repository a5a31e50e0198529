import { isSimple, MAX_ROUNDS, type SdkCall } from './sdkCall';
import type { SdkField } from './sdkValue';
import { CHECK, fieldName, type GoValues } from './goValues';
import { bracketed, code } from './template';

/** Writes an interaction. */
export function goInteraction(call: SdkCall, go: GoValues): string {
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

export const GO_INTERACTION_BODY = code`
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
