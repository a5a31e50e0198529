import { isSimple, MAX_ROUNDS, type SdkCall } from './sdkCall';
import type { SdkField } from './sdkValue';
import { type JavaValues, SDK } from './javaValues';
import { code } from './template';

/** Writes an interaction. */
export function javaInteraction(call: SdkCall, java: JavaValues): string {
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
    ...['interactions.InteractionSSEStreamEvent', 'interactions.StepDelta'],
    ...['interactions.TextDelta', 'operations.CreateInteractionResponse'],
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
export function interactionBody({ body }: SdkCall, java: JavaValues): string {
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
    ...['interactions.CreateModelInteraction', 'interactions.InteractionsInput'],
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
