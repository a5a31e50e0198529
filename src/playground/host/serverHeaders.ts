import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { HeadersByName, ServerHeaders } from '../../service/serverHeaders';
import type { PlaygroundSettings } from '../conversation';
import { objectsOf, toolFields } from '../requestFields';

const TOOL = 'mcpServers';
export const TRANSPORT = 'streamableHttpTransport';

/** The body of a request with what its servers are sent, which nothing else has. */
export async function withServerHeaders(
  body: JsonObject,
  connection: string,
  headers: ServerHeaders,
): Promise<JsonObject> {
  if (!objectsOf(body.tools).some((tool) => TOOL in tool || isStepServer(tool))) return body;
  const tools = await Promise.all(
    objectsOf(body.tools).map(async (tool) => {
      if (isStepServer(tool)) {
        const entered = await headers.read(connection, textAt(tool, 'url'));
        if (Object.keys(entered).length === 0) return tool;
        return { ...tool, headers: { ...objectAt(tool, 'headers'), ...entered } };
      }
      if (!(TOOL in tool)) return tool;
      const servers = await Promise.all(
        objectsOf(tool[TOOL]).map(async (server) => {
          const entered = await headers.read(connection, addressOf(server));
          if (Object.keys(entered).length === 0) return server;
          const transport = objectAt(server, TRANSPORT);
          const all = { ...objectAt(transport, 'headers'), ...entered };
          return { ...server, [TRANSPORT]: { ...transport, headers: all } };
        }),
      );
      return { ...tool, [TOOL]: servers };
    }),
  );
  return { ...body, tools };
}

/** What a server is to be sent. */
interface TakenHeaders {
  readonly address: string;
  readonly headers: HeadersByName;
}

function takenFrom(address: string, written: JsonObject): readonly TakenHeaders[] {
  const headers = Object.entries(written).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  return headers.length === 0 ? [] : [{ address, headers: Object.fromEntries(headers) }];
}

/** Whether a tool of an interaction is a server. */
function isStepServer(tool: JsonObject): boolean {
  return textAt(tool, 'type') === 'mcp_server';
}

/** The same of the servers of interactions. */
function takeStepHeaders(settings: PlaygroundSettings): ReturnType<typeof takeServerHeaders> {
  const { requests = {} } = settings;
  const { interaction = {} } = requests;
  const tools = objectsOf(interaction.tools);
  const taken = tools
    .filter(isStepServer)
    .flatMap((tool) => takenFrom(textAt(tool, 'url'), objectAt(tool, 'headers')));
  if (taken.length === 0) return { settings, taken };
  const bare = tools.map((tool): JsonObject => {
    if (!isStepServer(tool)) return tool;
    const { headers: _headers, ...server } = tool;
    return server;
  });
  const kept = { ...requests, interaction: { ...interaction, tools: bare } };
  return { settings: { ...settings, requests: kept }, taken };
}

/** Headers of servers that were written into settings, and the settings without them. */
export function takeServerHeaders(given: PlaygroundSettings): {
  readonly settings: PlaygroundSettings;
  readonly taken: readonly TakenHeaders[];
} {
  const ofSteps = takeStepHeaders(given);
  const { settings } = ofSteps;
  const servers = serversOf(settings);
  const found = servers.flatMap((server) =>
    takenFrom(addressOf(server), objectAt(objectAt(server, TRANSPORT), 'headers')),
  );
  const taken = [...ofSteps.taken, ...found];
  if (found.length === 0) return { settings, taken };
  const bare = servers.map((server): JsonObject => {
    const { headers: _headers, ...transport } = objectAt(server, TRANSPORT);
    return { ...server, [TRANSPORT]: transport };
  });
  return { settings: settingsWith(settings, bare), taken };
}

/** The servers of a conversation's chats. */
export function serversOf({ requests }: PlaygroundSettings): readonly JsonObject[] {
  return items(toolFields.read(requests?.chat ?? {}, TOOL)).filter(isObject);
}

/** Where a server is; empty where that is not said. */
export function addressOf(server: JsonObject): string {
  return textAt(objectAt(server, TRANSPORT), 'url');
}

/** The settings with other servers. */
export function settingsWith(
  { requests = {}, ...settings }: PlaygroundSettings,
  servers: readonly JsonObject[],
): PlaygroundSettings {
  const value: JsonValue | undefined = servers.length === 0 ? undefined : [...servers];
  const chat = toolFields.write(requests.chat ?? {}, TOOL, value);
  return { ...settings, requests: { ...requests, chat } };
}
