import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CHAT_VENDOR } from '../../catalog/ids';
import type { Host } from '../../platform/host';
import type { Services } from '../../service/services';
import type { ChatAccess } from './chatProvider';

/** Registers the models for chat. Nothing loads before VS Code asks for them. */
export function registerLanguageModels(
  host: Host,
  services: Services,
  access: ChatAccess,
): Disposable {
  const disposables = new DisposableStore();
  const changed = disposables.add(new vscode.EventEmitter<void>());
  const load = lazy(async () => {
    const { ChatProvider } = await import('./chatProvider');
    return disposables.add(new ChatProvider(host, services, access, () => changed.fire()));
  });
  disposables.add(
    vscode.lm.registerLanguageModelChatProvider(CHAT_VENDOR, {
      onDidChangeLanguageModelChatInformation: changed.event,
      provideLanguageModelChatInformation: async (...asked) => (await load()).models(...asked),
      provideLanguageModelChatResponse: async (...asked) => (await load()).respond(...asked),
      provideTokenCount: async (model, text) => (await load()).countTokens(model, text),
    }),
  );
  return disposables;
}
