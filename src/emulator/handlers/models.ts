import type { JsonObject } from '../../api/schema/row';
import { page } from '../paging';
import { single, type Handler } from '../reply';

export const getModel: Handler = (call, world) => {
  const seed = world.models.require(call.path.name ?? '', call.version, call.row);
  return single(seed.model);
};

export const listModels: Handler = (call, world) => {
  const { items, ...next } = page(call, world.models.list(call.version));
  const models = items.map((seed) => seed.model) as unknown as readonly JsonObject[];
  return single({ models, ...next });
};
