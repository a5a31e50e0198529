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
  if (!objectsOf(body.tools).some((tool) => TOOL in tool)) return body;
  const tools = await Promise.all(
    objectsOf(body.tools).map(async (tool) => {
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

/** Headers of servers that were written into settings, and the settings without them. */
export function takeServerHeaders(settings: PlaygroundSettings): {
  readonly settings: PlaygroundSettings;
  readonly taken: readonly { readonly address: string; readonly headers: HeadersByName }[];
} {
  const servers = serversOf(settings);
  const taken = servers.flatMap((server) => {
    const headers = Object.entries(objectAt(objectAt(server, TRANSPORT), 'headers')).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    if (headers.length === 0) return [];
    return [{ address: addressOf(server), headers: Object.fromEntries(headers) }];
  });
  if (taken.length === 0) return { settings, taken };
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
