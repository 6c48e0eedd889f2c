import type { Layout } from 'react-grid-layout';
import { gridColumns, gridGap, gridRow } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import {
  duplicateSelection,
  removeSelection,
  useAnnounce,
  useEditor,
  useEditorState,
} from '../../editor/index.ts';
import { Tool } from './TopBar.tsx';
import { bodySlot } from './view-context.ts';

/** Size of the selected widget in grid units, and what is done with it, over its upper edge. */
export function SelectionTools({
  width,
  hidden,
  layout,
}: {
  width: number;
  hidden: boolean;
  layout: Layout;
}) {
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const key = useEditorState(({ selection }) => (selection.length === 1 ? selection[0] : undefined));
  const item = key === undefined ? undefined : layout.find(({ i }) => i === key);
  if (!item || hidden) return null;
  const column = (width - gridGap * (gridColumns - 1)) / gridColumns;
  const right = (item.x + item.w) * (column + gridGap) - gridGap;
  const top = item.y * (gridRow + gridGap);
  return (
    <div
      className="layout-tools"
      data-tools=""
      role="group"
      aria-label={t('editor.tools.label')}
      style={{ top: top + 6, right: Math.max(0, width - right) + 6 }}
    >
      <span className="layout-tools-size">
        {item.w} × {item.h}
      </span>
      <Tool
        icon="copy"
        text={t('editor.tools.duplicate')}
        onPress={() => announce(duplicateSelection(editor, bodySlot))}
      />
      <Tool icon="delete" text={t('editor.tools.remove')} onPress={() => announce(removeSelection(editor))} />
    </div>
  );
}
