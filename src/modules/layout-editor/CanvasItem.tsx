import { memo, useEffect, useRef } from 'react';
import type { FocusEvent, MouseEvent } from 'react';
import { EditedNode, useText } from '../../engine/react/index.ts';
import {
  adapterOfNode,
  typeOfNode,
  useEditor,
  useEditorState,
  useIsSelected,
  useNodeName,
  widgetName,
} from '../../editor/index.ts';
import { useInView } from '../../ui/index.ts';
import { pendingFocus } from './pending-focus.ts';

/** Distance from the view at which a widget is mounted, in pixels. */
const margin = 600;

/** One widget on the canvas: its real content, which does not react, under what selects and moves it. */
export const CanvasItem = memo(function CanvasItem({ nodeKey }: { nodeKey: string }) {
  const t = useText();
  const editor = useEditor();
  const isSelected = useIsSelected(nodeKey);
  const name = useNodeName(nodeKey);
  const type = useEditorState(({ model }) =>
    widgetName(typeOfNode(model.nodes[nodeKey]), editor.registry, t),
  );
  const where = useEditorState(() => {
    const { key, values } = adapterOfNode(editor, nodeKey).announce(editor, nodeKey);
    return t(`editor.place.${key}`, values);
  });
  const root = useRef<HTMLDivElement>(null);
  const inView = useInView(root, margin);
  useEffect(() => {
    if (pendingFocus.key !== nodeKey) return;
    pendingFocus.key = null;
    root.current?.focus();
  }, [nodeKey]);
  const choose = (event: MouseEvent) => {
    const { selection } = editor.store.getState();
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      editor.select(isSelected ? selection.filter((key) => key !== nodeKey) : [...selection, nodeKey]);
    } else {
      editor.select([nodeKey]);
    }
  };
  const focus = (event: FocusEvent) => {
    // A press focuses before it is known whether it adds to the selection.
    if (event.target !== event.currentTarget || !event.currentTarget.matches(':focus-visible')) return;
    if (!editor.store.getState().selection.includes(nodeKey)) editor.select([nodeKey]);
  };
  return (
    <div
      ref={root}
      className="layout-item"
      data-selected={isSelected || undefined}
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={[name, type, where]
        .filter((one, at, all) => one !== '' && all.indexOf(one) === at)
        .join(', ')}
      onClick={choose}
      onFocus={focus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        editor.select([nodeKey]);
      }}
    >
      <span className="layout-item-name" aria-hidden="true">
        {name}
      </span>
      <div className="layout-item-content" inert>
        {inView && <EditedNode id={nodeKey} />}
      </div>
    </div>
  );
});
