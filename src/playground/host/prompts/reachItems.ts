import * as l10n from '@vscode/l10n';
import type { Reach } from '../../../api/schema/reach';
import { isObject, textAt } from '../../../base/json';

/** What a list says of one way in which a prompt reaches out. */
export interface ReachWords {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  /** Codicon id. */
  readonly icon: string;
}

/** A way in which a prompt reaches beyond the model, in words. */
export function reachWords(reach: Reach): ReachWords {
  const { credentials, secrets } = reach;
  const details = [
    ...(credentials.length > 0 ? [l10n.t('Uses credentials: {0}', credentials.join(', '))] : []),
    ...(secrets.length > 0 ? [l10n.t('Sends secrets: {0}', secrets.join(', '))] : []),
  ];
  const detail = details.length > 0 && { detail: details.join(' · ') };
  return { icon: ICONS[reach.how], ...wordsOf(reach), ...detail };
}

const ICONS: { readonly [H in Reach['how']]: string } = {
  address: 'link',
  credential: 'key',
  code: 'vm',
  search: 'globe',
  unknown: 'warning',
};

function wordsOf(reach: Reach): Pick<ReachWords, 'label' | 'description'> {
  const { what, name, addresses, value } = reach;
  const [address = name] = addresses;
  switch (what) {
    case 'Tool.GoogleSearch':
    case 'GoogleSearchRetrieval':
    case 'interactions.GoogleSearch':
      return {
        label: l10n.t('Google Search'),
        description: l10n.t('tool: searches the web for what the model wants to know'),
      };
    case 'UrlContext':
    case 'interactions.URLContext':
      return {
        label: l10n.t('URL context'),
        description: l10n.t('tool: fetches web addresses that the prompt or its files name'),
      };
    case 'GoogleMaps':
    case 'interactions.GoogleMaps':
      return { label: l10n.t('Google Maps'), description: l10n.t('tool: looks places up') };
    case 'FileSearch':
    case 'interactions.FileSearch':
      return {
        label: l10n.t('File search'),
        description: l10n.t('tool: searches your files at the service'),
      };
    case 'interactions.Retrieval':
      return { label: l10n.t('Retrieval'), description: l10n.t('tool: searches data stores') };
    case 'CodeExecution':
    case 'interactions.CodeExecution':
      return {
        label: l10n.t('Code execution'),
        description: l10n.t('tool: runs code that the model writes, on the server'),
      };
    case 'interactions.Bash':
    case 'interactions.Filesystem':
      return { label: name, description: l10n.t('tool: works in the sandbox of the agent') };
    case 'McpServer':
    case 'interactions.MCPServer':
      return { label: name, description: l10n.t('tool: MCP server at {0}', address) };
    case 'agent':
      return { label: name, description: l10n.t('agent: works on its own, with its own tools') };
    case 'environment':
      return {
        label: name,
        description: isLimited(value)
          ? l10n.t('environment: runs code, and may reach the hosts below')
          : l10n.t('environment: runs code, and may reach any host'),
      };
    case 'interactions.AllowlistEntry':
      return { label: address, description: l10n.t('host that code may reach') };
    case 'interactions.Source':
      return {
        // One that is inline has no address, and says where it is put.
        label: addresses.length > 0 || !isObject(value) ? address : textAt(value, 'target') || name,
        description: l10n.t('source: copied into the environment'),
      };
    case 'env':
      return { label: name, description: l10n.t('environment variable') };
    case 'uris':
      return {
        label: address,
        description: l10n.t('webhook: is told what becomes of the request'),
      };
    case 'gcs_uri':
      return { label: address, description: l10n.t('bucket: the video is written to it') };
    case 'enable_bigquery_tool':
      return { label: l10n.t('BigQuery'), description: l10n.t('tool: queries your data') };
    case 'source':
      return { label: name, description: l10n.t('searched for the response') };
    case 'FileData':
    case 'FunctionResponseFileData':
      return { label: address, description: l10n.t('read by the service') };
    default:
      return { label: name, description: l10n.t('unknown: may reach the network') };
  }
}

/** Whether a sandbox has a list of hosts, or none. */
function isLimited(environment: Reach['value']): boolean {
  const network = isObject(environment) ? environment.network : undefined;
  if (network === 'disabled') return true;
  return isObject(network) && network.allowlist !== undefined && network.allowlist !== null;
}
