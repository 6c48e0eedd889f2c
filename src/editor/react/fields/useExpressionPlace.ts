import { useContext, useMemo } from 'react';
import { toPointer } from '../../../contracts/json-pointer.ts';
import { pointerOfNode } from '../../pointers.ts';
import { useEditor } from '../context.ts';
import { FieldPlaceContext } from './field-place.ts';
import type { ExpressionPlace, Path } from './field-props.ts';

/** Where the expression of a field stands, below the selected node. */
export function useExpressionPlace(path: Path): ExpressionPlace {
  const editor = useEditor();
  const { base } = useContext(FieldPlaceContext);
  return useMemo<ExpressionPlace>(
    () => ({
      pointer() {
        const { model, selection } = editor.store.getState();
        return `${pointerOfNode(model, selection.at(-1) ?? '')}${toPointer([...base, ...path, '$expr'])}`;
      },
      key: editor.store.getState().selection.at(-1) ?? null,
    }),
    // A path is a new list at each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
    [editor, base, path.join('/')],
  );
}
