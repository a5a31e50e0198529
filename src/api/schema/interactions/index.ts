import type { MessageFamily } from '../row';
import { agentConfigMessages } from './agentConfig';
import { annotationMessages } from './annotations';
import { contentMessages } from './content';
import { deltaMessages } from './deltas';
import { environmentMessages } from './environment';
import { eventMessages } from './events';
import { generationConfigMessages } from './generationConfig';
import { interactionMessages as bodies } from './interaction';
import { noticeMessages } from './notices';
import { responseFormatMessages } from './responseFormat';
import { retrievalMessages } from './retrieval';
import { stepMessages } from './steps';
import { toolMessages } from './tools';
import { toolUseMessages } from './toolUse';
import { usageMessages } from './usage';

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
