import type {
  Conversation,
  ModelTurn,
  TurnResult,
  Turn,
  UserTurn,
} from '../../../src/conversation/model/conversation';

export function conversation(over: Partial<Conversation> = {}): Conversation {
  return {
    format: 1,
    id: '0123456789abcdef',
    revision: 1,
    title: 'Kites',
    createTime: '2026-01-31T12:00:00.000Z',
    updateTime: '2026-01-31T12:00:00.000Z',
    connection: 'emulator',
    model: 'models/test',
    settings: {},
    turns: [user('Hello')],
    ...over,
  };
}

export function user(text: string, id = 'u1'): UserTurn {
  return { id, role: 'user', content: { role: 'user', parts: [{ text }] } };
}

type Parts = NonNullable<ModelTurn['content']['parts']>;

/** An answer that has not ended. */
export function streaming(parts: Parts, id = 'm1'): ModelTurn {
  const content = { role: 'model', parts };
  return { id, role: 'model', content, model: 'models/test', version: 'v1beta' };
}

export function model(parts: Parts, outcome: Partial<TurnResult> = {}, id = 'm1'): ModelTurn {
  return { ...streaming(parts, id), outcome: { verdict: 'complete', durationMs: 1, ...outcome } };
}

/** The text of each turn. */
export function texts(turns: readonly Turn[]): readonly string[] {
  return turns.map((turn) => (turn.content.parts ?? []).map((part) => part.text ?? '').join(''));
}
