import { readFields, selectFields, toWire, type Route, type SendOptions } from './http';

export function formOf(
  route: Route,
  query: URLSearchParams,
): Pick<SendOptions, 'errors' | 'form' | 'pretty' | 'toWire'> {
  const isSse = altOf(query) === 'sse';
  const { row, version } = route;
  return {
    form: row.stream === true ? (isSse ? 'sse' : 'array') : 'single',
    ...(row.case === 'snake' ? { errors: row.case } : {}),
    pretty: !['false', '0'].includes(query.get('prettyPrint') ?? query.get('$prettyPrint') ?? ''),
    toWire: (message) => {
      const json = toWire(row.response, version, message);
      const fields = readFields(fieldsIn(query), row.response, version);
      return fields ? selectFields(json, fields) : json;
    },
  };
}

export function altOf(query: URLSearchParams): string | null {
  return query.get('alt') ?? query.get('$alt');
}

export function fieldsIn(query: URLSearchParams): string | null {
  return query.get('fields') ?? query.get('$fields');
}
