import * as l10n from '@vscode/l10n';
import { toInteractionTools } from '../../api/interactions/generateContent/tools';
import { Losses } from '../../api/interactions/generateContent/losses';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isObject } from '../../base/json';
import { plainText } from '../../platform/plainText';
import type { VscodeTool } from '../../platform/vscodeTools';
import type { Conversation, SettingsMode } from '../../conversation/model/conversation';
import { DEFAULT_MODE } from '../../conversation/model/conversation';
import { modeRequest, settingsModeOf, withModeRequest } from '../../conversation/model/modes';
import { objectsOf, toolFields } from '../../conversation/model/requestFields';
import { declaredTools, withoutFunctions } from '../../conversation/model/tools';
import { functionName } from '../../conversation/tools/functionNames';
import { functionDeclaration } from '../../conversation/tools/toolSchemas';
import type { PanelDeps } from './panelDeps';

const MCP = 'mcp_';
/** Maximum length of a description in the list. */
const SHOWN = 200;

/** Lets the user choose the VS Code tools that the model can call. Throws `AppError` if there are none. */
export async function pickTools({ session, prompts }: PanelDeps): Promise<void> {
  const tools = session.services.vscodeTools.list();
  const { settings, mode } = session.conversation;
  const before = declaredTools(
    settings,
    modeRequest(settings, settingsModeOf(mode ?? DEFAULT_MODE)),
  );
  const chosen = new Set(before.values());
  const known = new Set(tools.map(({ name }) => name));
  const missing = [...chosen].filter((name) => !known.has(name));
  if (tools.length === 0 && missing.length === 0) {
    throw new AppError('noTools', l10n.t('VS Code has no tools.'), {
      hint: l10n.t('Install an extension with tools, or add an MCP server.'),
    });
  }
  const ofServers = tools.filter(({ name }) => name.startsWith(MCP));
  const others = tools.filter(({ name }) => !name.startsWith(MCP));
  const groups: readonly (readonly [string, readonly ListedTool[]])[] = [
    [l10n.t('VS Code and extensions'), others],
    [l10n.t('MCP servers'), ofServers],
    [l10n.t('Not available'), missing.map((name) => ({ name, description: '' }))],
  ];
  const rows = groups.flatMap(([separator, listed]) =>
    listed.map(({ name, description }, at) => ({
      label: plainText(name),
      detail: plainText(description.replace(/\s+/g, ' ').slice(0, SHOWN)),
      value: name,
      checked: chosen.has(name),
      ...(at === 0 && { separator }),
    })),
  );
  const title = l10n.t('Select VS Code Tools');
  const placeholder = l10n.t('Select the tools that the model can call');
  const picked = await prompts.pickMany({ title, placeholder }, rows);
  if (!picked) return;
  const wanted = tools.filter(({ name }) => picked.includes(name));
  const kept = new Set(picked.filter((name) => !known.has(name)));
  session.change((head) => withTools(head, wanted, kept));
}

type ListedTool = Pick<VscodeTool, 'name' | 'description'>;

/**
 * Declares functions for tools, and removes those of other tools.
 * @param kept tools that don’t exist here, whose functions remain
 */
export function withTools(
  head: Conversation,
  tools: readonly VscodeTool[],
  kept: ReadonlySet<string>,
): Conversation {
  const mode = settingsModeOf(head.mode ?? DEFAULT_MODE);
  const { vscodeTools = {}, ...settings } = head.settings;
  const request = modeRequest(head.settings, mode);
  const before = declaredTools(head.settings, request);
  const removed = [...before].filter(([, tool]) => !kept.has(tool)).map(([name]) => name);
  const declarations = tools.map((tool) => functionDeclaration(tool, 'jsonSchema') as JsonObject);
  const names = declarations.map(({ name }) => name);
  const rest = withoutFunctions(request, new Set([...removed, ...names]));
  const next = withModeRequest(settings, mode, withDeclarations(rest, declarations, mode));
  const links = {
    ...Object.fromEntries(Object.entries(vscodeTools).filter(([name]) => !removed.includes(name))),
    ...Object.fromEntries(tools.map(({ name }) => [functionName(name), name])),
  };
  const isLinked = Object.keys(links).length > 0;
  return { ...head, settings: { ...next, ...(isLinked && { vscodeTools: links }) } };
}

function withDeclarations(
  request: JsonObject,
  declarations: readonly JsonObject[],
  mode: SettingsMode,
): JsonObject {
  if (declarations.length === 0) return request;
  if (mode === 'interaction') {
    const tools = [{ functionDeclarations: declarations }];
    const converted = toInteractionTools(tools, undefined, new Losses());
    return { ...request, tools: [...objectsOf(request.tools), ...converted] };
  }
  const own = toolFields.read(request, 'functionDeclarations');
  const all = [...(Array.isArray(own) ? own.filter(isObject) : []), ...declarations];
  return toolFields.write(request, 'functionDeclarations', all);
}
