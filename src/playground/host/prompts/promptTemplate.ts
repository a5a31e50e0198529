import * as l10n from '@vscode/l10n';
import { AppError } from '../../../base/errors';
import type { PromptTemplate } from '../../../platform/promptTemplate';
import { promptFileName, promptVariables } from '../../../conversation/model/promptFile';
import { withFilledTurns } from '../../../conversation/model/variables';
import { requestBody } from '../../../conversation/request/requestBody';
import { promptConversation } from '../../../conversation/prompts/promptConversation';
import { type PromptDeps, requireTrust, sha256 } from './promptFiles';
import { readPrompt } from '../../../conversation/prompts/readPrompt';

/** Reads a prompt file for many requests. Throws `AppError` where it is none, or has what they can't have. */
export async function readTemplate(
  uri: string,
  deps: Pick<PromptDeps, 'files' | 'isTrusted'>,
): Promise<PromptTemplate> {
  requireTrust(deps);
  const text = await deps.files.read(uri);
  if (text === undefined) {
    throw new AppError('noPrompt', l10n.t('{0} is not there.', promptFileName(uri)));
  }
  return promptTemplate(text, uri);
}

/** A prompt's text as a template. */
export function promptTemplate(text: string, uri: string): PromptTemplate {
  const name = promptFileName(uri);
  const prompt = readPrompt(text, name);
  const { mode = 'chat', messages, variables = {} } = prompt;
  if (mode !== 'chat') {
    throw new AppError('wrongMode', l10n.t('{0} is not a prompt for an answer.', name), {
      hint: l10n.t('A batch takes prompts of the mode Chat.'),
    });
  }
  if (messages.at(-1)?.role !== 'user') {
    throw new AppError('noMessage', l10n.t('This prompt ends without a message of the user.'), {
      hint: l10n.t('Add one to its messages: it is what the model answers.'),
    });
  }
  if (messages.some(({ attachments = [] }) => attachments.length > 0)) {
    throw new AppError('hasFiles', l10n.t('{0} takes files along.', name), {
      hint: l10n.t(
        'In a batch, upload them first and name them by their address, as a part of the message.',
      ),
    });
  }
  const conversation = promptConversation(prompt, [], {
    ...{ uri, sha256: sha256(text), connection: '', variables: {}, now: 0 },
  });
  const defaults = Object.entries(variables).flatMap(([variable, row]) =>
    row.default === undefined ? [] : [[variable, row.default] as const],
  );
  return {
    ...{ name, model: prompt.model, variables: promptVariables(prompt) },
    defaults: Object.fromEntries(defaults),
    request(values, version) {
      const filled = withFilledTurns({ ...conversation, variables: values });
      return requestBody(filled, version).input.body;
    },
  };
}
