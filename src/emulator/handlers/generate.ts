import type { Message } from '../../api/schema/infer';
import { generate } from '../engine/generate';
import { merge } from '../engine/merge';
import { requireActiveFile } from '../files/requireActiveFile';
import type { Call, Handler, Reply } from '../reply';
import type { World } from '../world';

function answer(call: Call, world: World): Reply {
  const seed = world.models.require(call.path.model ?? '', call.version, call.row);
  const request = call.body as Message<'GenerateContentRequest'>;
  const parts = (request.contents ?? []).flatMap((content) => content.parts ?? []);
  for (const { fileData } of parts) requireActiveFile(call, world, fileData?.fileUri ?? '');
  return generate(request, seed, call.version);
}

export const streamGenerateContent: Handler = answer;

export const generateContent: Handler = (call, world) => whole(answer(call, world));

/** An answer that is not streamed comes whole or not at all. */
export function whole({ steps, ...rest }: Reply): Reply {
  return { ...rest, steps: rest.accident || steps.length === 0 ? [] : [merge(steps)] };
}
