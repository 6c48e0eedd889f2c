import { memo, useContext, useEffect, useRef } from 'react';
import type { FocusEvent, MouseEvent } from 'react';
import { EditedNode, useText } from '../../engine/react/index.ts';
import {
  adapterOfNode,
  typeOfNode,
  useEditor,
  useEditorState,
  useIsSelected,
  useLacksData,
  useNodeName,
  widgetName,
  type ContainerAdapter,
} from '../../editor/index.ts';
import { Icon, useInView } from '../../ui/index.ts';
import { pendingWidget } from './pending-widget.ts';
import { PropertiesContext } from './view-context.ts';

/** Distance from the view at which a widget is mounted, in pixels. */
const margin = 600;

/** One widget on the canvas: its real content, which does not react, under what selects and moves it. */
export const CanvasItem = memo(function CanvasItem({ nodeKey }: { nodeKey: string }) {
  const t = useText();
  const editor = useEditor();
  const isSelected = useIsSelected(nodeKey);
  const name = useNodeName(nodeKey);
  const type = useEditorState(({ model }) => typeOfNode(model.nodes[nodeKey]));
  // Every widget of the view looks at each change: words are looked up only where something did.
  const where = useEditorState(() =>
    JSON.stringify(adapterOfNode(editor, nodeKey).announce(editor, nodeKey)),
  );
  const openProperties = useContext(PropertiesContext);
  const lacksData = useLacksData(nodeKey);
  const root = useRef<HTMLDivElement>(null);
  const inView = useInView(root, margin);
  useEffect(() => {
    if (pendingWidget.key !== nodeKey) return;
    pendingWidget.key = null;
    root.current?.scrollIntoView({ block: 'nearest' });
    if (pendingWidget.focuses) root.current?.focus({ preventScroll: true });
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
      aria-label={[name, widgetName(type, editor.registry, t), placeText(where, t)]
        .filter((one, at, all) => one !== '' && all.indexOf(one) === at)
        .join(', ')}
      onClick={choose}
      onFocus={focus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (event.key === 'Enter' && isSelected) openProperties();
        else editor.select([nodeKey]);
      }}
      onDoubleClick={openProperties}
    >
      <span className="layout-item-name" aria-hidden="true">
        {name}
      </span>
      <div className="layout-item-content" inert>
        {inView && (lacksData ? <MissingData name={name} /> : <EditedNode id={nodeKey} />)}
      </div>
    </div>
  );
});

/** @param where what the adapter of its list says, as JSON */
function placeText(where: string, t: ReturnType<typeof useText>): string {
  const { key, values } = JSON.parse(where) as ReturnType<ContainerAdapter['announce']>;
  return t(`editor.place.${key}`, values);
}

/** Stands for a widget that shows data and has none yet. */
function MissingData({ name }: { name: string }) {
  const t = useText();
  return (
    <div className="layout-item-missing" data-missing="">
      <strong>{name}</strong>
      <span>
        <Icon name="database" size={16} /> {t('panel.data.choose')}
      </span>
      <small>{t('panel.data.chooseHint')}</small>
    </div>
  );
}
