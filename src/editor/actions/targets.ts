import { isObject } from '../../contracts/json.ts';
import type { Registry } from '../../engine/core/index.ts';
import { sourcesOf } from '../data/sources.ts';
import { readingOrder, type Model } from '../model/document-model.ts';
import { typeOfNode } from '../names.ts';
import type { TargetKind } from '../panel-schema.ts';

/** Ids of what the document has of a kind, in its order. */
export function targetsOf(model: Model, kind: TargetKind, registry: Registry): readonly string[] {
  switch (kind) {
    case 'source':
      return Object.keys(sourcesOf(model));
    case 'dialog':
      return (model.children['/dialogs'] ?? []).filter((key) => isObject(model.nodes[key]));
    case 'form':
      return readingOrder(model).filter(
        (key) => registry.loaded(typeOfNode(model.nodes[key]))?.submits === true,
      );
  }
}
