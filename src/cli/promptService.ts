import { AppError } from '../base/errors';
import { startEmulator } from '../emulator/server';
import { openAnswers } from './answers';
import type { PromptArguments } from './promptArguments';
import { haveFailed, recordingsText, standInsOf } from './standIns';

/** Whom the cases of prompts are asked. */
export interface PromptService {
  readonly endpoint: string;
  readonly apiKey: string;
  /** Of a user, where corpora are asked. */
  readonly accessToken?: string;
  /** Ends it, and says what became of recordings. True where one was missing, or could not be made. */
  close(): Promise<boolean>;
}

/** The session whose folder has the recordings of prompt tests. */
const SESSION = 'prompts';

/**
 * The service that the options name: an emulator with the answer rules and the recordings of the working directory, or
 * another one. Throws `AppError` where there is no key for that.
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
  // Other prompts, and cases without the tags that are asked for, have theirs in the same folder.
  const standIns = standInsOf(given, true);
  standIns.claim(SESSION);
  const answers = openAnswers();
  // Answers at once: nobody watches it type.
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

function ownKey(): string {
  const apiKey = process.env.GEMINI_API_KEY ?? process.env.GOOGLE_API_KEY ?? '';
  if (apiKey !== '') return apiKey;
  throw new AppError('badOption', 'Neither GEMINI_API_KEY nor GOOGLE_API_KEY is set.');
}

function ownToken(): Pick<PromptService, 'accessToken'> {
  const { GOOGLE_ACCESS_TOKEN: accessToken } = process.env;
  return accessToken === undefined ? {} : { accessToken };
}
