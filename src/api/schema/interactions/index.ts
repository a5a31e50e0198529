import type { MessageFamily } from '../row';
import { agentConfigMessages, environmentMessages } from './agents';
import { annotationMessages, contentMessages } from './content';
import { deltaMessages } from './deltas';
import { eventMessages, noticeMessages } from './events';
import { generationConfigMessages, responseFormatMessages } from './generationConfig';
import { interactionMessages as bodies, usageMessages } from './interaction';
import { retrievalMessages } from './retrieval';
import { stepMessages } from './steps';
import { toolMessages } from './tools';
import { toolUseMessages } from './toolUse';

/** All Interactions API messages, prefixed because other APIs use the same names. */
export const interactionMessages = {
  ...bodies,
  ...contentMessages,
  ...annotationMessages,
  ...stepMessages,
  ...toolUseMessages,
  ...deltaMessages,
  ...eventMessages,
  ...usageMessages,
  ...toolMessages,
  ...retrievalMessages,
  ...agentConfigMessages,
  ...environmentMessages,
  ...generationConfigMessages,
  ...responseFormatMessages,
  ...noticeMessages,
} as const satisfies MessageFamily;
