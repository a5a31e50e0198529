import { MCP_PROVIDER, PREFIX } from '../catalog/ids';
import { table } from '../catalog/readmeTables';
import type { SettingName } from '../catalog/settings';
import type { AddText } from '../catalog/views';
import { toolNames, toolRow } from './tools';

/** Skills by folder in `media/skills`. */
const SKILLS = ['gemini-offline-tests', 'gemini-prompt-tests', 'gemini-debug-request'];

/** Returns what package.json contributes for agents. */
export function agentContributions(add: AddText) {
  return {
    languageModelTools: toolNames().map((name) => {
      const { title, description, summary, icon, input } = toolRow(name);
      return {
        name,
        toolReferenceName: name,
        canBeReferencedInPrompt: true,
        displayName: add(`tool.${name}`, title),
        userDescription: add(`tool.${name}.summary`, summary),
        // Not translated, because only models read the description.
        modelDescription: description,
        icon: `$(${icon})`,
        inputSchema: input,
      };
    }),
    mcpServerDefinitionProviders: [
      {
        id: MCP_PROVIDER,
        label: add('extension.displayName', 'Generative Language (Gemini API)'),
        when: `config.${PREFIX}.${'mcp.enabled' satisfies SettingName}`,
      },
    ],
    chatSkills: SKILLS.map((name) => ({ path: `./media/skills/${name}/SKILL.md` })),
  };
}

/** Formats the tools as a Markdown table for the guide. */
export function toolsTable(): string {
  const rows = toolNames().map((name) => {
    const { summary, effect } = toolRow(name);
    return [`\`${name}\``, summary, effect === 'sends' ? 'Before it uses the live API' : 'Never'];
  });
  return table([['Tool', 'What it does', 'Asks first'], ...rows]);
}
