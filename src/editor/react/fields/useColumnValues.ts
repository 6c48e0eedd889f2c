import { useMemo } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { useSourceState } from '../../../engine/react/index.ts';
import { sourceOfNode } from '../../data/sources.ts';
import { propertiesAt } from '../../panel-schema.ts';
import { useEditorState } from '../context.ts';
import type { Path } from './field-props.ts';

/** The names of the columns whose values a property stands for: those beside it that neither measure nor say when. */
function columnsBeside(props: Json | undefined, path: Path, root: JsonObject): readonly string[] {
  const above = path.slice(0, -1);
  let owner: Json | undefined = props;
  for (const segment of above)
    owner = Array.isArray(owner)
      ? owner[Number(segment)]
      : isObject(owner)
        ? owner[String(segment)]
        : undefined;
  if (!isObject(owner)) return [];
  return propertiesAt(root, above).flatMap(({ name, control }) => {
    const column = owner[name];
    const isNamed = control.kind === 'column' && control.role !== 'measure' && control.role !== 'time';
    return isNamed && typeof column === 'string' ? [column] : [];
  });
}

/** Values that the rows of the selected node have in the columns beside a property, in the order in which they occur. */
export function useColumnValues(path: Path, root: JsonObject): readonly string[] {
  const node = useEditorState(({ model, selection }) => model.nodes[selection.at(-1) ?? '']);
  const rows = useSourceState(sourceOfNode(node))?.rows;
  return useMemo(() => {
    const columns = columnsBeside(isObject(node) ? node['props'] : undefined, path, root);
    const found = (rows ?? []).flatMap((row) => columns.map((column) => row[column]));
    const scalars = found.filter((one) => ['string', 'number', 'boolean'].includes(typeof one));
    return [...new Set(scalars.map(String))].filter((one) => one !== '');
  }, [node, rows, path, root]);
}
