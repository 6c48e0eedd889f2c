import { MenuItem } from '@fluentui/react-components';
import { useContext } from 'react';
import type { Layout } from 'react-grid-layout';
import { gridColumns, gridGap, gridRow } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import {
  ancestorsOf,
  duplicateSelection,
  removeSelection,
  useAnnounce,
  useEditor,
  useEditorState,
  type Report,
} from '../../editor/index.ts';
import { MoreMenu } from '../../ui/index.ts';
import { copyNodes, cutNodes, hasCopied, pasteNodes } from './clipboard.ts';
import { Tool } from './TopBar.tsx';
import { bodySlot, PropertiesContext } from './view-context.ts';

/** Width of what is selected from which the tools leave enough of it to be seen and grasped; below, they are in the menu. */
const roomyWidth = 280;

/** Size of what is selected in grid units, and what is done with it, over its upper edge. */
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
  const selection = useEditorState((state) => state.selection);
  const items = layout.filter(({ i }) => selection.includes(i));
  if (hidden || items.length === 0 || items.length !== selection.length) return null;
  const left = Math.min(...items.map(({ x }) => x));
  const right = Math.max(...items.map(({ x, w }) => x + w));
  const top = Math.min(...items.map(({ y }) => y));
  const bottom = Math.max(...items.map(({ y, h }) => y + h));
  const column = (width - gridGap * (gridColumns - 1)) / gridColumns;
  const edge = right * (column + gridGap) - gridGap;
  const roomy = (right - left) * (column + gridGap) >= roomyWidth;
  return (
    <div
      className="layout-tools"
      data-tools=""
      role="group"
      aria-label={t('editor.tools.label')}
      style={{ top: top * (gridRow + gridGap) + 6, right: Math.max(0, width - edge) + 6 }}
    >
      {roomy && (
        <>
          <span className="layout-tools-size">
            {items.length === 1
              ? `${right - left} × ${bottom - top}`
              : t('editor.panel.several', { count: items.length })}
          </span>
          <Tool
            icon="copy"
            text={t('editor.tools.duplicate')}
            onPress={() => announce(duplicateSelection(editor, bodySlot))}
          />
          <Tool
            icon="delete"
            text={t('editor.tools.remove')}
            onPress={() => announce(removeSelection(editor))}
          />
        </>
      )}
      <MoreMenu label={t('editor.tools.more')}>
        <MenuEntries />
      </MoreMenu>
    </div>
  );
}

/** Gestures that the keyboard has by shortcuts, for those who do not know them. */
function MenuEntries() {
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const openProperties = useContext(PropertiesContext);
  const parent = useEditorState(({ model, selection }) =>
    selection.length === 1 ? (ancestorsOf(model, selection[0]!).at(-1) ?? null) : null,
  );
  const tell = (report: Report | null) => {
    if (report) announce(report);
  };
  const entry = (text: string, keys: string, run: () => void, disabled = false) => (
    <MenuItem secondaryContent={keys} disabled={disabled} onClick={run}>
      {text}
    </MenuItem>
  );
  return (
    <>
      {entry(t('editor.tools.properties'), 'Enter', openProperties)}
      {entry(t('editor.tools.copy'), 'Ctrl+C', () => tell(copyNodes(editor)))}
      {entry(t('editor.tools.cut'), 'Ctrl+X', () => tell(cutNodes(editor)))}
      {entry(t('editor.tools.paste'), 'Ctrl+V', () => tell(pasteNodes(editor)), !hasCopied())}
      {entry(t('editor.tools.duplicate'), 'Ctrl+D', () => announce(duplicateSelection(editor, bodySlot)))}
      {parent !== null && entry(t('editor.tools.parent'), '', () => editor.select([parent]))}
      {entry(t('editor.tools.remove'), 'Del', () => announce(removeSelection(editor)))}
    </>
  );
}
