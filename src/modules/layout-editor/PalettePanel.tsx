import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { DragEvent } from 'react';
import type { WidgetGroup, WidgetSpec } from '../../engine/core/index.ts';
import { useStore } from 'zustand';
import { useHost, useText } from '../../engine/react/index.ts';
import {
  insertUse,
  insertWidget,
  targetSlot,
  useAnnounce,
  useEditor,
  widgetIcon,
  type Report,
} from '../../editor/index.ts';
import { dragged } from './dragged.ts';
import { isForViews } from './palette-widgets.ts';
import { pendingWidget } from './pending-widget.ts';
import { savedWidgetsOf } from './saved-widgets.ts';
import { WidgetSketch } from './WidgetSketch.tsx';
import { bodySlot, useOpenView } from './view-context.ts';
import { foldText } from '../../contracts/text.ts';

const groups: readonly WidgetGroup[] = ['data', 'chart', 'layout', 'content', 'input'];

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  search: { padding: '12px 12px 8px' },
  list: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', padding: '0 12px 16px' },
  group: {
    margin: '12px 0 8px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  tiles: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  tile: {
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    minHeight: '56px',
    padding: '8px 4px',
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'grab',
    '& > span:last-child': { overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: '100%' },
  },
  none: { color: tokens.colorNeutralForeground3, padding: '12px 0' },
});

/** The widgets that can be inserted: pressed, or dragged onto the canvas. */
export function PalettePanel() {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const [needle, setNeedle] = useState('');
  const specs = useMemo(
    () =>
      editor.registry.types.flatMap((type) => {
        const spec = isForViews(type) ? editor.registry.loaded(type) : undefined;
        return spec
          ? [{ spec, name: t(spec.title.slice(1)), description: t(spec.description.slice(1)) }]
          : [];
      }),
    [editor, t],
  );
  const { host } = useHost();
  const { subject } = useOpenView();
  const saved = useStore(savedWidgetsOf(host), ({ rows }) => rows);
  const wanted = foldText(needle.trim());
  // A widget cannot contain itself.
  const shown = (saved ?? []).filter(
    ({ id, title, description }) =>
      !(subject.kind === 'widget' && subject.widgetId === id) &&
      foldText(`${title} ${description}`).includes(wanted),
  );
  const found = specs.filter(({ name, description }) => foldText(`${name} ${description}`).includes(wanted));
  const insert = (make: () => Report) => {
    const { selection } = editor.store.getState();
    announce(make());
    // The inserted widget is selected, and its place may be out of sight.
    const inserted = editor.store.getState().selection;
    if (inserted !== selection)
      Object.assign(pendingWidget, { key: inserted.at(-1) ?? null, focuses: false });
  };
  const start = (event: DragEvent, spec: WidgetSpec, name: string) => {
    event.dataTransfer.effectAllowed = 'copy';
    // Firefox drags nothing without data.
    event.dataTransfer.setData('text/plain', name);
    dragged.set({ spec, name });
  };
  return (
    <div className={styles.root}>
      <div className={styles.search}>
        <SearchBox
          style={{ width: '100%', maxWidth: 'none' }}
          placeholder={t('editor.palette.search')}
          aria-label={t('editor.palette.search')}
          dismiss={{ 'aria-label': t('shell.clearSearch') }}
          value={needle}
          onChange={(_, { value }) => setNeedle(value)}
        />
      </div>
      <div className={styles.list}>
        {shown.length > 0 && (
          <section aria-label={t('editor.widgets.group')}>
            <h3 className={styles.group}>{t('editor.widgets.group')}</h3>
            <div className={styles.tiles}>
              {shown.map((one) => (
                <Button
                  key={one.id}
                  className={styles.tile}
                  title={one.description === '' ? one.title : one.description}
                  data-saved-widget={one.id}
                  onClick={() => insert(() => insertUse(editor, one, targetSlot(editor, bodySlot)))}
                >
                  <WidgetSketch type={one.type} icon={widgetIcon(one.type, editor.registry)} />
                  <span>{one.title}</span>
                </Button>
              ))}
            </div>
          </section>
        )}
        {groups.map((group) => {
          const own = found.filter(({ spec }) => spec.group === group);
          if (own.length === 0) return null;
          return (
            <section key={group} aria-label={t(`editor.palette.groups.${group}`)}>
              <h3 className={styles.group}>{t(`editor.palette.groups.${group}`)}</h3>
              <div className={styles.tiles}>
                {own.map(({ spec, name, description }) => (
                  <Button
                    key={spec.type}
                    className={styles.tile}
                    title={description}
                    draggable
                    data-widget={spec.type}
                    onDragStart={(event) => start(event, spec, name)}
                    onDragEnd={() => dragged.set(null)}
                    onClick={() =>
                      insert(() => insertWidget(editor, spec, name, { slot: targetSlot(editor, bodySlot) }))
                    }
                  >
                    <WidgetSketch type={spec.type} icon={spec.icon} />
                    <span>{name}</span>
                  </Button>
                ))}
              </div>
            </section>
          );
        })}
        {found.length === 0 && shown.length === 0 && (
          <p className={styles.none}>{t('editor.palette.none')}</p>
        )}
      </div>
    </div>
  );
}
