import type { PlainRequest } from '../../../api/request';
import { EMULATOR_ID } from '../../../service/connection';
import type { CodeTarget } from '../../../service/credentialHeaders';
import type { HandlerParts } from '../handlerParts';
import { requireTarget } from '../requireTarget';
import { codeInput } from './codeInput';
import { CODE_LANGUAGES } from './languages';

/** Lets the user choose a language, and opens a request in it in an untitled editor. */
export async function showCode(parts: HandlerParts, request: PlainRequest): Promise<void> {
  const { session, prompts, actions, connections, l10n } = parts;
  const { connection } = requireTarget(session.target, l10n);
  const found = connections.find(connection);
  if (!found) return;
  const language = await prompts.pick(
    { title: l10n.t('Get Code'), placeholder: l10n.t('Choose a language for this request') },
    CODE_LANGUAGES.map((value) => ({ label: value.label, icon: 'code', value })),
  );
  if (!language) return;
  const target = await whereItIs(parts, found);
  const text = language.generate(codeInput(request, target, actions.redact));
  await actions.openInEditor(text, language.id);
}

/** The connection with the address that it really has. */
async function whereItIs({ session }: HandlerParts, connection: CodeTarget): Promise<CodeTarget> {
  if (connection.id !== EMULATOR_ID) return connection;
  const { baseUrl } = await session.services.emulator.start();
  return { ...connection, endpoint: baseUrl };
}
