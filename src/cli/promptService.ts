import { AppError } from '../base/errors';
import { startEmulator } from '../emulator/server';
import { openMockFiles } from './mockFiles';
import type { PromptArguments } from './promptArguments';
import { haveFailed, recordingsText, createResponseSources } from './responseSources';

export interface PromptService {
  readonly endpoint: string;
  readonly apiKey: string;
  readonly accessToken?: string;
  /** Stops the service and reports recordings. Resolves to whether any was missing or failed. */
  close(): Promise<boolean>;
}

const SESSION = 'prompts';

/**
 * Opens the service of the options: an emulator with mocks and recordings, or another API. Throws
 * `AppError` if an API key is missing.
 */
export async function openPromptService({
  mode,
  baseUrl,
  recordings,
}: Pick<PromptArguments, 'mode' | 'baseUrl' | 'recordings'>): Promise<PromptService> {
  if (mode === 'generate' && baseUrl !== undefined) {
    const close = (): Promise<boolean> => Promise.resolve(false);
    return { endpoint: baseUrl, apiKey: ownKey(), ...ownToken(), close };
  }
  const key = mode === 'record' ? ownKey() : undefined;
  const given = {
    mode,
    ...(mode === 'record' && baseUrl !== undefined && { upstream: baseUrl }),
    ...(recordings !== undefined && { recordings }),
  };
  // Don't report unused recordings: other prompts and filtered test cases share the folder.
  const standIns = createResponseSources(given, true);
  standIns.claim(SESSION);
  const answers = openMockFiles();
  const speed = { latency: 0, rate: 0 };
  const emulator = await startEmulator({ speed, answers, standIn: standIns.of }).catch(
    (error: unknown) => {
      standIns.close();
      answers.dispose();
      throw error;
    },
  );
  return {
    endpoint: `${emulator.baseUrl}/s/${SESSION}`,
    apiKey: key ?? emulator.apiKey,
    ...(key === undefined ? { accessToken: emulator.accessToken } : ownToken()),
    close: async () => {
      await emulator.close();
      standIns.close();
      answers.dispose();
      process.stderr.write(recordingsText(standIns.counts, '--record'));
      return haveFailed(standIns.counts);
    },
  };
}

/** Returns the API key of the environment. Throws `AppError` if there is none. */
export function ownKey(): string {
  const apiKey = process.env.GEMINI_API_KEY ?? process.env.GOOGLE_API_KEY ?? '';
  if (apiKey !== '') return apiKey;
  throw new AppError('badOption', 'Neither GEMINI_API_KEY nor GOOGLE_API_KEY is set.');
}

function ownToken(): Pick<PromptService, 'accessToken'> {
  const { GOOGLE_ACCESS_TOKEN: accessToken } = process.env;
  return accessToken === undefined ? {} : { accessToken };
}
