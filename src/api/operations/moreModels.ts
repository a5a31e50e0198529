import { PREDICT, STABLE } from '../status';
import { NEW, NEW_BETA } from '../versions';
import { ANY_SCOPE, type OperationRow } from './row';

export const mediaModelOperations = {
  'models.predict': {
    verb: 'POST',
    path: '{model=models/*}:predict',
    versions: NEW_BETA,
    status: PREDICT,
    summary: 'Generate images',
    body: 'PredictRequest',
    response: 'PredictResponse',
    effect: 'read',
    retry: 'safe',
    slow: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'PredictionService/Predict',
  },
  'models.predictLongRunning': {
    verb: 'POST',
    path: '{model=models/*}:predictLongRunning',
    versions: NEW_BETA,
    status: PREDICT,
    summary: 'Generate videos',
    body: 'PredictLongRunningRequest',
    response: 'google.longrunning.Operation',
    effect: 'write',
    retry: 'never',
    longRunning: {
      metadata: 'PredictLongRunningMetadata',
      response: 'PredictLongRunningResponse',
      poll: 'models.operations.get',
    },
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'PredictionService/PredictLongRunning',
  },
} as const satisfies { readonly [id: string]: OperationRow };

export const dynamicOperations = {
  'dynamic.generateContent': {
    verb: 'POST',
    path: '{model=dynamic/*}:generateContent',
    versions: NEW,
    status: STABLE,
    summary: 'Generate a response with a model that the API selects',
    body: 'GenerateContentRequest',
    response: 'GenerateContentResponse',
    effect: 'read',
    retry: 'safe',
    slow: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'GenerativeService/GenerateContent',
  },
  'dynamic.streamGenerateContent': {
    verb: 'POST',
    path: '{model=dynamic/*}:streamGenerateContent',
    versions: NEW,
    status: STABLE,
    summary: 'Generate and stream a response with a model that the API selects',
    body: 'GenerateContentRequest',
    response: 'GenerateContentResponse',
    effect: 'read',
    retry: 'safe',
    stream: true,
    slow: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'GenerativeService/StreamGenerateContent',
  },
} as const satisfies { readonly [id: string]: OperationRow };
