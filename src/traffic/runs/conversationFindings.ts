import * as l10n from '@vscode/l10n';
import { answeringModel, packedModel } from '../../api/modelPack';
import { shownDuration } from '../../base/format';
import { rejectedParameterText } from '../../catalog/modelLifecycle';
import { cacheWhere } from './findingTexts';
import type { Evidence, RunTurn } from './run';

export function signature({ facts, signature: fault }: RunTurn): Evidence | undefined {
  if (fault) {
    const { kind, name, from } = fault;
    const text = {
      dropped: l10n.t(
        'The response signed the call to {0}, but the app sent the call back without its thoughtSignature. Send the model’s part back unchanged.',
        name,
      ),
      moved: l10n.t(
        'The thoughtSignature of the call to {0} came back on another part. Send the model’s part back unchanged.',
        name,
      ),
      changed: l10n.t(
        'The call to {0} came back with another thoughtSignature. Send the model’s part back unchanged.',
        name,
      ),
    }[kind];
    const title = {
      dropped: l10n.t('Thought signature dropped'),
      moved: l10n.t('Thought signature on the wrong part'),
      changed: l10n.t('Thought signature changed'),
    }[kind];
    return { key: kind, other: from, title, text };
  }
  const { error } = facts;
  if (error?.httpStatus !== 400 || !/thought[_ ]?signature/i.test(error.message)) return undefined;
  const isMissing = /missing/i.test(error.message);
  return {
    key: isMissing ? 'dropped' : 'changed',
    title: isMissing ? l10n.t('Thought signature missing') : l10n.t('Thought signature rejected'),
    text: isMissing
      ? l10n.t(
          'The API rejected a function call without its thoughtSignature. Send the model’s part back unchanged.',
        )
      : l10n.t(
          'The API rejected a thoughtSignature. The part, the model, or the API key may have changed.',
        ),
  };
}

/** Shorter differences are hardly worth a change, in tokens. */
const MIN_LOST = 1024;

export function cache(turn: RunTurn): Evidence | undefined {
  return turn.startBreak ? cacheOfRuns(turn) : cacheOfRun(turn);
}

function cacheOfRuns({ facts, startBreak: broken }: RunTurn): Evidence | undefined {
  const least = modelOf(facts.model, facts.startedAt)?.cacheMinimum;
  const tokens = facts.usage?.promptTokenCount;
  if (!broken || least === undefined || !tokens) return undefined;
  const { path, offset, before, after, other, count } = broken;
  const [kept, lost] = [Math.round(tokens * broken.share), Math.round(tokens * broken.lost)];
  const isRefuted = (facts.usage.cachedContentTokenCount ?? 0) > kept + MIN_LOST;
  if (lost < MIN_LOST || kept + lost < least || isRefuted) return undefined;
  return {
    key: `runs ${path}`,
    other,
    more: count - 1,
    title: cacheWhere('system'),
    text: l10n.t(
      'The system instruction differs from that of an earlier run only at {0}, character {1} (“{2}”, before “{3}”). The implicit cache can’t reuse the {4} equal tokens after it. Move the changing text to the end.',
      path,
      offset + 1,
      after,
      before,
      lost.toLocaleString('en'),
    ),
  };
}

function cacheOfRun({ facts, before, cacheBreak: broken }: RunTurn): Evidence | undefined {
  const least = modelOf(facts.model, facts.startedAt)?.cacheMinimum;
  const tokens = facts.usage?.promptTokenCount;
  const earlier = before?.usage?.promptTokenCount;
  if (!broken || !before || least === undefined || !tokens || !earlier || earlier < least) {
    return undefined;
  }
  const kept = broken.where === 'model' ? 0 : Math.round(tokens * broken.share);
  const isRefuted = (facts.usage.cachedContentTokenCount ?? 0) > kept + MIN_LOST;
  if (earlier - kept < MIN_LOST || isRefuted) return undefined;
  const { where, path } = broken;
  return {
    key: `${where} ${path}`,
    other: before.id,
    title: cacheWhere(where),
    text:
      where === 'model'
        ? l10n.t(
            'The previous request used {0}, and each model has its own cache. No part of the prompt can be reused.',
            before.model,
          )
        : l10n.t(
            'First difference: {0}, character {1} (“{2}”, previously “{3}”), after about {4} tokens. Nothing after this can be reused from the implicit cache, which requires at least {5} matching tokens.',
            path,
            broken.offset + 1,
            broken.after,
            broken.before,
            kept.toLocaleString('en'),
            least.toLocaleString('en'),
          ),
  };
}

export function loop({ loop: repeated }: RunTurn): Evidence | undefined {
  if (!repeated) return undefined;
  const { name, count } = repeated;
  return {
    key: name,
    title: l10n.t('Possible loop'),
    text: l10n.t('The model called {0} {1} times with the same arguments.', name, count),
  };
}

export function twice({ twin, facts }: RunTurn): Evidence | undefined {
  if (!twin) return undefined;
  const ago = shownDuration(twin.seconds * 1000);
  return {
    key: facts.body,
    other: twin.id,
    title:
      facts.price === undefined
        ? l10n.t('Same request sent twice')
        : l10n.t('Same request paid twice'),
    text: l10n.t('The same request got a response {0} earlier.', ago),
  };
}

export function otherModel({ facts }: RunTurn): Evidence | undefined {
  const { model, answeredModel, startedAt, form } = facts;
  if (model === '' || answeredModel === '' || form === 'interaction') return undefined;
  const expected = modelOf(model, startedAt)?.id ?? model;
  const bare = answeredModel.replace(/^models\//, '');
  const isAlias = model.endsWith('-latest');
  const isSame =
    bare === model || bare === expected || [model, expected].some((one) => isVersionOf(bare, one));
  if (isSame || isAlias) return undefined;
  return {
    key: `${model} ${bare}`,
    title: l10n.t('Different model in the response'),
    text: l10n.t('The request named {0}, and the response names {1}.', model, bare),
  };
}

/** Whether a name adds only a version, such as `-001` or `-preview-09-2025`. */
function isVersionOf(name: string, model: string): boolean {
  return name.startsWith(model) && /^-(?:\d|preview|exp)/.test(name.slice(model.length));
}

export function ignored({ facts }: RunTurn): Evidence | undefined {
  const names = facts.ignored.join(', ');
  if (names === '') return undefined;
  return {
    key: names,
    title: l10n.t('Ignored setting'),
    text: l10n.t('{0} ignores {1}.', facts.model, names),
  };
}

/** Found if the API confirms it, or if a mock hides it. */
export function rejected({ facts }: RunTurn): Evidence | undefined {
  const { model, source, error } = facts;
  const isHidden = source === 'mock' && !error;
  if (facts.rejected.length === 0 || !(isHidden || error?.httpStatus === 400)) return undefined;
  const names = facts.rejected.map(rejectedParameterText).join(', ');
  const text = l10n.t('{0} rejects {1}.', model, names);
  return {
    key: names,
    title: l10n.t('Rejected setting'),
    text: isHidden
      ? [text, l10n.t('A mock responded, but the live Gemini API returns an error.')].join(' ')
      : text,
  };
}

function modelOf(name: string, at: number) {
  const packed = packedModel(name);
  return packed && answeringModel(packed, at);
}
