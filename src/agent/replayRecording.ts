import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { JsonValue } from '../base/json';
import { findDifferences } from '../recordings/difference';
import type { Exchange, RecordedResponse } from '../recordings/exchange';
import { rerunSession, sessionDifferences } from '../recordings/host/rerunSession';
import {
  type PlaceholderContext,
  isMiss,
  isSame,
  replayedAnswer,
} from '../recordings/host/resendRecorded';
import { PathPlaceholders } from '../recordings/pathPlaceholders';
import { BODIES, kindOf, RecordingFolder } from '../recordings/store';
import {
  type EmulatorSession,
  type Prepared,
  type ToolContext,
  type ToolResult,
  badInput,
  untrusted,
  workspacePath,
} from './tool';

interface Input {
  readonly file: string;
}

const MAX_DIFFERENCES = 20;

export function replayRecording({ file }: Input, context: ToolContext): Prepared {
  const { folder: project, path } = workspacePath(file, context);
  const kind = kindOf(path.replaceAll('\\', '/'));
  if (kind === undefined || kind === 'answers') {
    throw badInput(
      `${file} isn’t a recording.`,
      'Use a file such as .genlang/recordings/NAME/0001-….json.',
    );
  }
  const folder = dirname(path);
  // The emulator follows links of bodies.
  const bodies = join(folder, BODIES);
  for (const name of existsSync(bodies) ? readdirSync(bodies) : []) {
    workspacePath(join(bodies, name), context);
  }
  const { exchange } = new RecordingFolder(folder, project).read(basename(path));
  return {
    run: async ({ signal }) => {
      const { client, service } = await context.openSession('replay', folder, project);
      const places = new PathPlaceholders({ workingDirectory: project, homeDirectory: homedir() });
      const replay = exchange.talk ? replayTalk : replayAnswer;
      return await replay(client, exchange, { service, places }, signal);
    },
  };
}

type Replay = (
  client: EmulatorSession['client'],
  exchange: Exchange,
  surrounded: PlaceholderContext,
  signal: AbortSignal,
) => Promise<ToolResult>;

const replayTalk: Replay = async (client, exchange, surrounded, signal) => {
  const talk = await rerunSession(client, exchange, surrounded, { signal });
  const { operation, talk: recorded = talk } = exchange;
  return resultOf(operation, 'messages', sessionDifferences(recorded, talk));
};

const replayAnswer: Replay = async (client, exchange, surrounded, signal) => {
  const { operation, answer: recorded } = exchange;
  const answer = await replayedAnswer(client, exchange, surrounded, signal);
  if (!answer) return resultOf(operation, 'response', ['The response is too long to compare.']);
  if (isSame(answer, recorded, surrounded.places)) return resultOf(operation, 'response', []);
  const found = findDifferences(comparable(recorded), comparable(answer)).map(
    ({ field, recorded: before = 'nothing', asked = 'nothing' }) =>
      `${field}: recorded ${before}, now ${asked}`,
  );
  const differences = found.length === 0 ? ['The bytes differ.'] : found;
  const result = resultOf(operation, 'response', differences);
  if (!isMiss(answer)) return result;
  const text = `The emulator found no recording that matches this file’s request. Another recording or a rule in recordings.json may interfere.\n${result.text}`;
  return { text };
};

function comparable({ status, body, stream }: RecordedResponse): JsonValue {
  if (stream) return { status, events: stream.events.map(({ data }) => ({ ...data })) };
  return body.kind === 'json' ? { status, body: body.json } : { status, body: body.kind };
}

const SENTENCES = {
  response: {
    same: 'The emulator’s response is the same as in',
    different: 'The emulator’s response differs from',
  },
  messages: {
    same: 'The emulator’s messages are the same as in',
    different: 'The emulator’s messages differ from',
  },
};

function resultOf(
  operation: string,
  compared: keyof typeof SENTENCES,
  differences: readonly string[],
): ToolResult {
  const shown = differences.slice(0, MAX_DIFFERENCES);
  const left = differences.length - shown.length;
  const more = left > 0 ? [`… and ${left} more`] : [];
  const { same, different } = SENTENCES[compared];
  const text =
    differences.length === 0
      ? `${same} the recording of ${operation}.`
      : `${different} the recording of ${operation}.\n${untrusted('the recording', [...shown, ...more].join('\n'))}`;
  return { text };
}
