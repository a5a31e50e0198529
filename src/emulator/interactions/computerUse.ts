import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';

const POINT = { x: { type: 'integer', maximum: 999 }, y: { type: 'integer', maximum: 999 } };

/** What a model may do with a screen, by the name of the function that it calls. */
const actions: { readonly [name: string]: JsonObject } = {
  open_web_browser: {},
  navigate: { url: { type: 'string' } },
  search: {},
  click_at: POINT,
  hover_at: POINT,
  type_text_at: { ...POINT, text: { type: 'string' }, press_enter: { type: 'boolean' } },
  scroll_document: { direction: { enum: ['up', 'down', 'left', 'right'] } },
  key_combination: { keys: { type: 'string' } },
  go_back: {},
  go_forward: {},
  wait_5_seconds: {},
};

/** The functions that computer use declares by itself. */
export function computerFunctions({
  excluded_predefined_functions: excluded = [],
}: Message<'interactions.ComputerUse'>): readonly Message<'FunctionDeclaration'>[] {
  return Object.entries(actions)
    .filter(([name]) => !excluded.includes(name))
    .map(([name, properties]) => ({
      name,
      parametersJsonSchema: { type: 'object', properties, required: Object.keys(properties) },
    }));
}
