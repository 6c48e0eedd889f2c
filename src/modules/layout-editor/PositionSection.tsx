import { Button, Checkbox, makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import { isObject, type Json } from '../../contracts/json.ts';
import { gridColumns } from '../../engine/core/index.ts';
import { StateField, useHost, useText } from '../../engine/react/index.ts';
import {
  adapterOfNode,
  gridPosition,
  hideCommand,
  inheritCommand,
  isArrangedAt,
  isGrid,
  isHiddenAt,
  placeCommand,
  slotOfNode,
  useAnnounce,
  useEditor,
  useEditorState,
  type PanelSection,
  type Rect,
  type SlotId,
} from '../../editor/index.ts';
import { Icon } from '../../ui/index.ts';
import { AlignTools } from './AlignTools.tsx';
import { maySaveWidgets, SavedWidgetSection } from './SavedWidgetSection.tsx';
import { useOpenView } from './view-context.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  sides: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '8px',
    width: '100%',
  },
});

const sides = ['x', 'y', 'w', 'h'] as const;
const least = { x: 0, y: 0, w: 1, h: 1 } as const;
const most = { x: gridColumns - 1, y: 5_000, w: gridColumns, h: 200 } as const;

/** Position and size of one widget, at the breakpoint that is arranged. */
function PositionFields({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const written = useEditorState(({ model, breakpoint }) => {
    const found = gridPosition(model, nodeKey, breakpoint);
    return found ? `${found.x} ${found.y} ${found.w} ${found.h}` : '';
  });
  const isHidden = useEditorState(({ model, breakpoint }) => isHiddenAt(model, nodeKey, breakpoint));
  const narrowed = useEditorState(({ model, breakpoint }) =>
    breakpoint !== 'large' && isArrangedAt(model, nodeKey, breakpoint) ? breakpoint : null,
  );
  const run = (command: ReturnType<typeof hideCommand>) => {
    if (!command) return;
    editor.dispatch(command);
    const { key, values } = adapterOfNode(editor, nodeKey).announce(editor, nodeKey);
    announce({ done: true, key: `editor.place.${key}`, values });
  };
  const [x = 0, y = 0, w = 1, h = 1] = written.split(' ').map(Number);
  const rect: Rect = { x, y, w, h };
  const change = (side: (typeof sides)[number], value: Json) => {
    const { model } = editor.store.getState();
    const slot = slotOfNode(model, nodeKey);
    if (slot === null || typeof value !== 'number' || !Number.isInteger(value)) return;
    const next = { ...rect, [side]: value };
    // The field says what is wrong with a value that does not fit.
    if (
      next.x < 0 ||
      next.y < 0 ||
      next.w < 1 ||
      next.h < 1 ||
      next.x + next.w > gridColumns ||
      next.h > most.h
    )
      return;
    const command = placeCommand(editor, slot, new Map([[nodeKey, next]]));
    if (command) editor.dispatch(command, { typing: `${nodeKey} ${side}` });
  };
  return (
    <div className={styles.root}>
      {written !== '' && (
        <div className={styles.sides} onBlur={() => editor.seal()}>
          {sides.map((side) => (
            <StateField
              key={side}
              id={`position-${side}`}
              settings={{
                label: t(`editor.position.${side}`),
                control: 'number',
                step: 1,
                min: least[side],
                max: side === 'x' ? gridColumns - rect.w : side === 'w' ? gridColumns - rect.x : most[side],
              }}
              value={rect[side]}
              onChange={(value) => change(side, value)}
              bare
              checked
            />
          ))}
        </div>
      )}
      <Checkbox
        label={t('editor.position.hidden')}
        checked={isHidden}
        onChange={(_, { checked }) => run(hideCommand(editor, nodeKey, checked === true))}
      />
      {narrowed !== null && (
        <Button icon={<Icon name="arrow-undo" />} onClick={() => run(inheritCommand(editor, nodeKey))}>
          {t(narrowed === 'small' ? 'editor.position.inherit.small' : 'editor.position.inherit.medium')}
        </Button>
      )}
    </div>
  );
}

/** Lists of a view that are no place for saved widgets. */
const apart = new Set<SlotId>(['/header', '/filters', '/dialogs']);

/** Sections that the layout editor adds to the panel of properties. */
export function usePositionSections(): (keys: readonly string[]) => readonly PanelSection[] {
  const t = useText();
  const { host } = useHost();
  const { subject } = useOpenView();
  const editor = useEditor();
  const maySave = maySaveWidgets(host.can);
  return useCallback(
    (keys) => {
      const [key] = keys;
      if (keys.length > 1) return [{ id: 'align', title: t('editor.align.title'), content: <AlignTools /> }];
      const { model } = editor.store.getState();
      const slot = key === undefined ? null : slotOfNode(model, key);
      if (key === undefined || slot === null) return [];
      const sections: PanelSection[] = [];
      if (isGrid(editor, slot))
        sections.push({
          id: 'position',
          title: t('editor.position.title'),
          content: <PositionFields nodeKey={key} />,
        });
      const node = model.nodes[key];
      const isUse = isObject(node) && node['use'] !== undefined;
      // A part of a saved widget that becomes one of its own would hide where the content comes from.
      if (!apart.has(slot) && (isUse || (maySave && subject.kind === 'view')))
        sections.push({
          id: 'saved-widget',
          title: t('editor.widgets.section'),
          content: <SavedWidgetSection nodeKey={key} />,
        });
      return sections;
    },
    [t, editor, maySave, subject],
  );
}
