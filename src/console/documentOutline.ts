import { isObject, items, objectAt, textAt } from '../api/json';
import type { JsonObject } from '../api/schema/row';
import type { MethodOutline, Outline } from './outline';

// Resources within resources; the service has four.
const DEEPEST = 10;

/** A version of the service as its discovery document has it. Whatever has another form is left out. */
export function documentOutline(document: JsonObject): Outline {
  const methods = new Map<string, MethodOutline>();
  addMethods(methods, document, 0);
  const schemas = objectsOf(objectAt(document, 'schemas'));
  const messages = schemas.map(([name, schema]) => {
    const fields = objectsOf(objectAt(schema, 'properties'));
    return [name, new Map(fields.map(([field, one]) => [field, valuesOf(one)]))] as const;
  });
  return { methods, messages: new Map(messages) };
}

function addMethods(found: Map<string, MethodOutline>, resource: JsonObject, depth: number): void {
  if (depth > DEEPEST) return;
  for (const [, method] of objectsOf(objectAt(resource, 'methods'))) {
    // `generativelanguage.models.get`
    found.set(textAt(method, 'id').replace(/^[^.]*\./, ''), methodOf(method));
  }
  for (const [, inner] of objectsOf(objectAt(resource, 'resources'))) {
    addMethods(found, inner, depth + 1);
  }
}

function methodOf(method: JsonObject): MethodOutline {
  const parameters = objectAt(method, 'parameters');
  const query = objectsOf(parameters).filter(([, one]) => textAt(one, 'location') === 'query');
  const path = textAt(method, 'path').replaceAll(/\{\+?([^}]+)\}/g, (_all, name: string) =>
    patternOf(objectAt(parameters, name)),
  );
  return { verb: textAt(method, 'httpMethod'), path, query: query.map(([name]) => name) };
}

/** `^models/[^/]+$` → `models/*` */
function patternOf(parameter: JsonObject): string {
  const pattern = textAt(parameter, 'pattern').replace(/^\^/, '').replace(/\$$/, '');
  if (pattern === '') return '*';
  return pattern.replaceAll('[^/]+', '*').replaceAll('.*', '**');
}

function valuesOf(property: JsonObject): readonly string[] | undefined {
  const lists = [property, objectAt(property, 'items')].map((place) => items(place.enum));
  return lists.find(({ length }) => length > 0)?.filter((value) => typeof value === 'string');
}

function objectsOf(value: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(value).flatMap(([name, one]) => (isObject(one) ? [[name, one]] : []));
}
