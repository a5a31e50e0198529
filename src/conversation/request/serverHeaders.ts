import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { HeadersByName, ServerHeaders } from '../../service/connection';
import type { PlaygroundSettings } from '../model/conversation';
import { toolFields } from '../model/requestFields';

const TOOL = 'mcpServers';
export const TRANSPORT = 'streamableHttpTransport';
/** Fields for MCP servers in chat tools and for their transports, in both spellings. */
const SERVERS: ReadonlySet<string> = new Set([TOOL, 'mcp_servers']);
const TRANSPORTS: ReadonlySet<string> = new Set([TRANSPORT, 'streamable_http_transport']);

/** Replaces each server's transport, which has its URL and headers, in chats and interactions. */
function withTransports(
  tools: JsonValue,
  change: (transport: JsonObject) => JsonObject,
): JsonValue {
  if (Array.isArray(tools)) {
    return (tools as readonly JsonValue[]).map((tool) => withTransports(tool, change));
  }
  if (!isObject(tools)) return tools;
  if (tools.type === 'mcp_server') return change(tools);
  const entries = Object.entries(tools).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (TRANSPORTS.has(name) && isObject(value)) return [[name, change(value)] as const];
    return [[name, SERVERS.has(name) ? withTransports(value, change) : value] as const];
  });
  return Object.fromEntries(entries);
}

/** Adds the secret headers of MCP servers to a request body. No other copy contains them. */
export async function withServerHeaders(
  body: JsonObject,
  connection: string,
  headers: ServerHeaders,
): Promise<JsonObject> {
  const { tools } = body;
  if (tools === undefined) return body;
  const addresses = new Set<string>();
  withTransports(tools, (transport) => {
    addresses.add(textAt(transport, 'url'));
    return transport;
  });
  const entered = new Map<string, HeadersByName>();
  for (const address of addresses) {
    const known = await headers.read(connection, address);
    if (Object.keys(known).length > 0) entered.set(address, known);
  }
  return entered.size === 0 ? body : { ...body, tools: withHeaders(tools, entered) };
}

function withHeaders(tools: JsonValue, known: ReadonlyMap<string, HeadersByName>): JsonValue {
  return withTransports(tools, (transport) => {
    const more = known.get(textAt(transport, 'url'));
    return more
      ? { ...transport, headers: { ...objectAt(transport, 'headers'), ...more } }
      : transport;
  });
}

interface TakenHeaders {
  readonly address: string;
  readonly headers: HeadersByName;
}

/** Extracts the headers of MCP servers from settings, so that they can be saved as secrets. */
export function takeServerHeaders(settings: PlaygroundSettings): {
  readonly settings: PlaygroundSettings;
  readonly taken: readonly TakenHeaders[];
} {
  const taken: TakenHeaders[] = [];
  const bare = withTools(settings, (tools) =>
    withTransports(tools, ({ headers: all, ...transport }) => {
      const written = Object.entries(isObject(all) ? all : {});
      const headers = Object.fromEntries(
        written.map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      );
      if (written.length > 0) taken.push({ address: textAt(transport, 'url'), headers });
      return transport;
    }),
  );
  return taken.length === 0 ? { settings, taken } : { settings: bare, taken };
}

/**
 * Applies other settings' headers to servers with the same URL, because conversations save no
 * headers.
 */
export function withHeadersOf(
  settings: PlaygroundSettings,
  others: PlaygroundSettings,
): PlaygroundSettings {
  const { taken } = takeServerHeaders(others);
  if (taken.length === 0) return settings;
  const known = new Map(taken.map(({ address, headers }) => [address, headers]));
  return withTools(settings, (tools) => withHeaders(tools, known));
}

function withTools(
  settings: PlaygroundSettings,
  change: (tools: JsonValue) => JsonValue,
): PlaygroundSettings {
  const { requests } = settings;
  if (!isObject(requests)) return settings;
  const changed = Object.entries(requests).map(([mode, request]) => {
    const tools = isObject(request) ? request.tools : undefined;
    return [mode, tools === undefined ? request : { ...request, tools: change(tools) }] as const;
  });
  return { ...settings, requests: Object.fromEntries(changed) };
}

export function serversOf({ requests }: PlaygroundSettings): readonly JsonObject[] {
  return items(toolFields.read(requests?.chat ?? {}, TOOL)).filter(isObject);
}

/** Returns the URL of a server; empty if unknown. */
export function addressOf(server: JsonObject): string {
  return textAt(objectAt(server, TRANSPORT), 'url');
}

export function settingsWith(
  { requests = {}, ...settings }: PlaygroundSettings,
  servers: readonly JsonObject[],
): PlaygroundSettings {
  const value: JsonValue | undefined = servers.length === 0 ? undefined : [...servers];
  const chat = toolFields.write(requests.chat ?? {}, TOOL, value);
  return { ...settings, requests: { ...requests, chat } };
}
