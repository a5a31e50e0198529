import * as l10n from '@vscode/l10n';
import {
  answeringModel,
  DEPRECATIONS_PAGE,
  shutdownDate,
  type PackedModel,
  packedModel,
  releaseDate,
  successorModel,
} from '../api/modelPack';
import type { ModelRoute } from '../catalog/sourceMarks';
import { modelLifecycle } from '../catalog/modelLifecycle';
import type { LensContext, LensMark } from './mark';

const DAY = 24 * 60 * 60 * 1000;
/** In days. */
const URGENT = 30;
const NOTICE = 180;

const AGENT_PLATFORM_PAGE =
  'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/learn/model-versions';

export type Judgement = Pick<
  LensMark,
  'severity' | 'code' | 'message' | 'isDeprecated' | 'successor' | 'link'
>;

/** Judges the use of a model. The other routes have end dates of their own, which the pack lacks. */
export function judgeModel(model: PackedModel, route: ModelRoute, context: LensContext): Judgement {
  if (route !== 'gemini') return judgeElsewhere(model, route, context.now.getTime());
  const { id } = model;
  const now = context.now.getTime();
  const next = namedSuccessor(id, now);
  const safe = safeSuccessor(id, context);
  const finding = findingOf(model, context);
  const advice =
    next === undefined || finding.severity === 'none' ? '' : l10n.t('Use {0} instead.', next);
  return {
    ...finding,
    message: [finding.message, ...(advice === '' ? [] : [advice])].join(' '),
    isDeprecated: finding.severity === 'warning' && finding.code !== 'model-ending',
    ...(safe !== undefined && { successor: safe }),
    link: DEPRECATIONS_PAGE,
  };
}

type Finding = Pick<LensMark, 'severity' | 'code' | 'message'>;

function findingOf(model: PackedModel, context: LensContext): Finding {
  const { id, stage, closedSince } = model;
  const now = context.now.getTime();
  const told = context.statusOf?.(id);
  if (told === 'closed' || told === 'retired') {
    const message = l10n.t('{0} isn’t available with this connection.', id);
    const code = told === 'closed' ? 'model-closed' : 'model-retired';
    return { severity: 'warning', code, message };
  }
  const { end, isGone } = modelLifecycle(id, now);
  if ((isGone || stage === 'legacy') && told !== 'open') {
    const message =
      end === undefined
        ? l10n.t('{0} is a legacy model that the Gemini API may no longer serve.', id)
        : l10n.t('{0} shut down on {1}.', id, end);
    return { severity: 'warning', code: 'model-retired', message };
  }
  const days = end === undefined ? Infinity : (shutdownDate(end) - now) / DAY;
  if (end !== undefined && days > 0 && days <= (context.noticeDays ?? NOTICE)) {
    const severity = days <= URGENT ? 'warning' : 'information';
    return { severity, code: 'model-ending', message: l10n.t('{0} shuts down on {1}.', id, end) };
  }
  const answering = answeringModel(model, now);
  if (answering !== model) {
    const message = l10n.t('{0} responds to requests for {1}.', answering.id, id);
    // An alias such as `gemini-flash-latest` is meant to point elsewhere.
    const severity = model.successor === undefined ? 'none' : 'hint';
    return { severity, code: 'model-alias', message };
  }
  if (closedSince !== undefined && releaseDate(closedSince) <= now && told !== 'open') {
    const message = l10n.t('{0} has been open only to existing users since {1}.', id, closedSince);
    return { severity: 'hint', code: 'model-closed', message };
  }
  if (stage === 'deprecated') {
    return {
      severity: 'hint',
      code: 'model-deprecated',
      message: l10n.t('{0} is deprecated.', id),
    };
  }
  return { severity: 'none', code: 'model', message: l10n.t('{0} is available.', id) };
}

function judgeElsewhere(model: PackedModel, route: ModelRoute, now: number): Judgement {
  const isAgentPlatform = route === 'agentPlatform';
  const isGone = modelLifecycle(model.id, now).isGone || model.stage === 'legacy';
  const where = isAgentPlatform
    ? l10n.t('Agent Platform sets its own shutdown dates.')
    : l10n.t('The provider sets its own shutdown dates.');
  const gone = l10n.t('The Gemini API no longer serves {0}.', model.id);
  return {
    severity: isGone ? 'hint' : 'none',
    code: 'model-elsewhere',
    message: isGone ? `${gone} ${where}` : where,
    isDeprecated: false,
    ...(isAgentPlatform && { link: AGENT_PLATFORM_PAGE }),
  };
}

/**
 * Returns the successor to name, which may need other code. Undefined if unknown. Skips a model that itself ends soon,
 * if its successor is known.
 */
export function namedSuccessor(id: string, now: number): string | undefined {
  const next = successorModel(id, now);
  const end = next === undefined ? undefined : modelLifecycle(next, now).end;
  if (next === undefined || end === undefined || shutdownDate(end) - now > NOTICE * DAY)
    return next;
  return successorModel(next, now) ?? next;
}

/**
 * Returns a model that can replace another without further changes: of the same family and use, and available to the
 * connection. Embeddings of two models can’t be compared, so they have none.
 */
function safeSuccessor(id: string, { now, statusOf }: LensContext): string | undefined {
  const next = namedSuccessor(id, now.getTime());
  const [model, other] = [packedModel(id), packedModel(next ?? '')];
  if (!model || !other || model.kind !== other.kind || model.kind === 'embedding') return undefined;
  const status = statusOf?.(other.id);
  if (status === 'closed' || status === 'retired') return undefined;
  return familyOf(model) === familyOf(other) ? other.id : undefined;
}

const familyOf = ({ id }: PackedModel): string => id.split('-')[0] ?? '';
