import type { Message } from '../api/schema/infer';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import { type Edition, versionOf } from '../api/versions';
import { isObject } from '../base/json';
import { type Constraint, applyConstraint } from '../emulator/authTokens';
import { checkRequest } from '../emulator/engine';
import { modelNotFound, type ModelSeed } from '../emulator/models';
import { badRequest, refuseProblems, StatusError } from '../emulator/status';
import type { HandlerContext } from '../emulator/handlerContext';
import type { DeliveryMode } from './liveResponse';

export type Setup = Message<'BidiGenerateContentSetup'>;
type Request = Message<'GenerateContentRequest'>;

export interface PreparedSession {
  readonly setup: Setup;
  readonly model: ModelSeed;
  readonly manner: DeliveryMode;
}

/** The entry in `supportedGenerationMethods` of models with the Live API. */
const METHOD = 'bidiGenerateContent';

/** Error for a first message without `setup`, and for any later `setup`. */
export const NOT_FIRST = 'setup must be the first message and only the first';

/**
 * Parses the first message. Throws `StatusError` if the API would close the connection.
 * @param constraint the setup that the ephemeral token requires.
 */
export function readSetup(
  json: JsonValue,
  { version, world }: { readonly version: Edition; readonly world: HandlerContext },
  constraint: Constraint | undefined,
): PreparedSession {
  const read = parseRequest('BidiGenerateContentClientMessage', version, json);
  if (read.violations.length > 0) throw badRequest(read.violations);
  if (!isObject(read.value.setup)) throw new StatusError(400, NOT_FIRST);
  const given = read.value.setup as JsonObject;
  const wanted = constraint ? applyConstraint(given, constraint) : given;
  const { value, problems } = parseRequest('BidiGenerateContentSetup', version, wanted);
  refuseProblems(problems);
  const setup = value;
  const model = liveModel(setup.model ?? '', METHOD, { version, world });
  checkSetup(setup, model, version);
  const { generationConfig = {} } = setup;
  return {
    setup,
    model,
    manner: {
      // Models respond with audio by default.
      isSpoken: (generationConfig.responseModalities ?? ['AUDIO'])[0] !== 'TEXT',
      isTranscribed: setup.outputAudioTranscription !== undefined,
      voice: generationConfig.speechConfig ?? {},
    },
  };
}

/** Throws 404 if the version has no such model, or if the model doesn't support the method. */
export function liveModel(
  name: string,
  method: string,
  { version, world }: { readonly version: Edition; readonly world: HandlerContext },
): ModelSeed {
  const full = name.startsWith('models/') ? name : `models/${name}`;
  // Only versions with a discovery document list models.
  const listed = versionOf(version) === 'v1alpha' ? 'v1beta' : version;
  const found = world.models.find(full, listed);
  if (!found?.model.supportedGenerationMethods.includes(method)) {
    throw modelNotFound(full, version, method);
  }
  // Clients don't return thought signatures in a session, so signatures can't be checked.
  const { strictSignatures: _strict, ...seed } = found;
  return seed;
}

function checkSetup(setup: Setup, model: ModelSeed, version: Edition): void {
  const modalities = setup.generationConfig?.responseModalities ?? [];
  if (modalities.length > 1) {
    throw new StatusError(
      400,
      `The requested combination of response modalities (${modalities.join(', ')}) is not supported by the ` +
        'model: a live session has one.',
    );
  }
  try {
    checkRequest(requestOf(setup, []), model, { version, purpose: 'session' });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const message = error.message.replaceAll('GenerateContentRequest', 'BidiGenerateContentSetup');
    throw new StatusError(error.code, message, { status: error.status });
  }
}

export function requestOf(setup: Setup, contents: Request['contents'] & object): Request {
  const { model, generationConfig, systemInstruction, tools, safetySettings } = setup;
  const { responseModalities: _one, ...config } = generationConfig ?? {};
  return {
    ...(model !== undefined && { model }),
    contents,
    // The engine creates text, which is then converted to speech.
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...(systemInstruction && { systemInstruction }),
    ...(tools && { tools }),
    ...(safetySettings && { safetySettings }),
  };
}
