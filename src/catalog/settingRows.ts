import { VERSIONS } from '../api/versions';
import { settingRanges, settings, type NumberSetting, type SettingName } from './ids';
import { nlsRef } from './nls';

const endpoint = {
  type: 'string',
  format: 'uri',
  pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
} as const;

interface SettingRow {
  readonly scope: 'application';
  readonly [key: string]: unknown;
}

function wholeNumber<N extends NumberSetting>(name: N) {
  return {
    type: 'integer',
    scope: 'application',
    default: settings[name],
    ...settingRanges[name],
    markdownDescription: nlsRef(`setting.${name}`),
  } as const;
}

function patterns<N extends 'files.include' | 'files.exclude'>(name: N) {
  return {
    type: 'array',
    scope: 'application',
    default: settings[name],
    items: { type: 'string', minLength: 1 },
    markdownDescription: nlsRef(`setting.${name}`),
  } as const;
}

/**
 * Settings as package.json declares them. Scope `application`: a workspace must not choose where a
 * credential is sent (rule of every client that once read its base URL from a workspace), nor how often
 * its user asks a service that counts and bills, nor for how long.
 */
export const settingRows = {
  connections: {
    type: 'array',
    scope: 'application',
    default: settings.connections,
    markdownDescription: nlsRef('setting.connections'),
    items: {
      type: 'object',
      required: ['id', 'name', 'endpoint', 'auth'],
      additionalProperties: false,
      properties: {
        id: {
          type: 'string',
          pattern: '^[A-Za-z0-9]{8}$',
          description: nlsRef('setting.connections.id'),
        },
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 60,
          description: nlsRef('setting.connections.name'),
        },
        endpoint: { ...endpoint, description: nlsRef('setting.connections.endpoint') },
        uploadEndpoint: { ...endpoint, description: nlsRef('setting.connections.uploadEndpoint') },
        apiVersion: {
          type: 'string',
          enum: VERSIONS,
          description: nlsRef('setting.connections.apiVersion'),
        },
        auth: {
          type: 'string',
          enum: ['apiKey', 'oauth', 'adc', 'none'],
          markdownDescription: nlsRef('setting.connections.auth'),
        },
        project: { type: 'string', description: nlsRef('setting.connections.project') },
      },
    },
  },
  activeConnection: {
    type: 'string',
    scope: 'application',
    default: settings.activeConnection,
    markdownDescription: nlsRef('setting.activeConnection'),
  },
  'retry.maxAttempts': wholeNumber('retry.maxAttempts'),
  timeoutSeconds: wholeNumber('timeoutSeconds'),
  'emulator.port': wholeNumber('emulator.port'),
  'trash.days': wholeNumber('trash.days'),
  'upload.parallel': wholeNumber('upload.parallel'),
  'upload.chunkMegabytes': wholeNumber('upload.chunkMegabytes'),
  'files.mimeTypes': {
    type: 'object',
    scope: 'application',
    default: settings['files.mimeTypes'],
    additionalProperties: { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+$' },
    markdownDescription: nlsRef('setting.files.mimeTypes'),
  },
  'files.include': patterns('files.include'),
  'files.exclude': patterns('files.exclude'),
  'playground.tokenMeter': {
    type: 'string',
    scope: 'application',
    enum: ['live', 'manual', 'off'],
    default: settings['playground.tokenMeter'],
    enumDescriptions: [
      nlsRef('setting.playground.tokenMeter.live'),
      nlsRef('setting.playground.tokenMeter.manual'),
      nlsRef('setting.playground.tokenMeter.off'),
    ],
    markdownDescription: nlsRef('setting.playground.tokenMeter'),
  },
  'traffic.enabled': {
    type: 'boolean',
    scope: 'application',
    default: settings['traffic.enabled'],
    markdownDescription: nlsRef('setting.traffic.enabled'),
  },
} as const satisfies { readonly [N in SettingName]: SettingRow };
