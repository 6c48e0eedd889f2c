import { makeStyles, mergeClasses, Tab, TabList, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FieldError } from '../../contracts/errors.ts';
import { EditedDocument, useHost, useText } from '../../engine/react/index.ts';
import {
  Announcer,
  nodesAtPointers,
  ProblemsProvider,
  PropertyPanel,
  refusedBeside,
  StructureTree,
  TextsView,
  useEditor,
  useEditorState,
  type Draft,
} from '../../editor/index.ts';
import { LazyComponent, lazyComponent, SkeletonGroup, useSlim, useWiderThan } from '../../ui/index.ts';
import { useAreaKeys } from './areas.ts';
import { Canvas } from './Canvas.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { GoneNotice } from './GoneNotice.tsx';
import { PalettePanel } from './PalettePanel.tsx';
import { usePositionSections } from './PositionSection.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TopBar, type Surface } from './TopBar.tsx';
import { useViewDiagnostics } from './useViewDiagnostics.ts';
import { bodySlot, PropertiesContext, type Finding } from './view-context.ts';

const jsonView = lazyComponent(() => import('./JsonView.tsx'));

const nothingRefused: readonly FieldError[] = [];

/** Width from which both panels stand beside a canvas that is wide enough; below, they open over it. */
const panelWidth = 1180;

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) 28px',
    height: '100%',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  top: { display: 'grid', gridTemplateRows: '52px auto', minWidth: 0 },
  main: { position: 'relative', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minHeight: 0 },
  wide: { gridTemplateColumns: '248px minmax(0, 1fr) 316px' },
  side: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground1,
    '& > :last-child': { flex: '1 1 0', minHeight: 0 },
  },
  start: { borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  end: { borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  drawer: {
    position: 'absolute',
    zIndex: 20,
    top: 0,
    bottom: 0,
    boxShadow: tokens.shadow16,
  },
  left: { left: 0, width: 'min(248px, 80%)' },
  right: { right: 0, width: 'min(316px, 80%)' },
  // A widget dragged out of it is dropped below it.
  away: { transform: 'translateX(-100%)' },
  tabs: { padding: '4px 8px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  work: { display: 'grid', gridTemplateRows: 'minmax(0, 1fr)', minWidth: 0, minHeight: 0 },
  hidden: { display: 'none' },
  preview: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    '& > :last-child': { flex: '1 1 0', minHeight: 0 },
  },
  note: {
    margin: 0,
    padding: '8px 16px',
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The surface: bar, palette or structure, canvas or text, properties and status. */
export function Workbench({ draft }: { draft: Draft }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const sections = usePositionSections();
  const editor = useEditor();
  const narrow = useSlim();
  // A window as narrow as a phone's shows the view as a phone does.
  useEffect(() => {
    if (!narrow) return undefined;
    const { breakpoint } = editor.store.getState();
    editor.setBreakpoint('small');
    return () => editor.setBreakpoint(breakpoint);
  }, [editor, narrow]);
  const root = useRef<HTMLDivElement>(null);
  useAreaKeys(root);
  const wide = useWiderThan(root, panelWidth) !== false;
  const [surface, setSurface] = useState<Surface>('layout');
  const [hasJson, setHasJson] = useState(false);
  const [isTextBroken, setIsTextBroken] = useState(false);
  const isEmpty = useEditorState(({ model }) => (model.children[bodySlot] ?? []).length === 0);
  const [drawer, setDrawer] = useState<'start' | 'end' | null>(isEmpty ? 'start' : null);
  const [isDragging, setIsDragging] = useState(false);
  const panels = useRef<{ start: HTMLElement | null; end: HTMLElement | null }>({ start: null, end: null });
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || drawer === null) return;
    wantsFocus.current = false;
    focusFirst(panels.current[drawer]);
  }, [drawer]);
  const openProperties = useCallback(() => {
    if (panels.current.end) focusFirst(panels.current.end);
    else {
      wantsFocus.current = true;
      setDrawer('end');
    }
  }, []);
  const { diagnostics, onValidated } = useViewDiagnostics();
  const refused = useStore(draft.store, ({ failure }) => failure?.errors ?? nothingRefused);
  // Diagnostics that only the server finds count like those found here.
  const findings = useMemo<readonly Finding[]>(
    () => [
      ...diagnostics,
      ...refusedBeside(diagnostics, refused).map(({ path }) => ({
        pointer: path,
        severity: 'error' as const,
      })),
    ],
    [diagnostics, refused],
  );
  const errors = useErrors(findings);
  useEffect(() => host.guard(draft.isDirty), [host, draft]);
  // Changes that are not saved yet when the person leaves the page are saved then.
  useEffect(() => () => void draft.flush(), [draft]);
  const conflicts = useStore(draft.store, (state) => state.conflicts);
  const version = useStore(draft.store, (state) => state.version);
  const choose = (next: Surface) => {
    setSurface(next);
    if (next === 'json') setHasJson(true);
  };
  const toggle = (side: 'start' | 'end') => setDrawer((open) => (open === side ? null : side));
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || wide) return;
    // A search field is emptied first.
    if (event.target instanceof HTMLInputElement && event.target.type === 'search' && event.target.value)
      return;
    event.preventDefault();
    setDrawer(null);
    root.current?.querySelector<HTMLElement>(`[data-drawer="${drawer}"]`)?.focus();
  };

  return (
    <Announcer>
      {/* It is there before the document is, so that its width is known. */}
      <div ref={root} className={styles.root} data-surface="layout-editor" aria-keyshortcuts="F6 Shift+F6">
        <FollowedDocument
          onValidated={onValidated}
          fallback={<SkeletonGroup label={t('shell.loading')}>{null}</SkeletonGroup>}
        >
          <div className={styles.top}>
            <TopBar
              draft={draft}
              findings={findings}
              surface={surface}
              onSurface={choose}
              narrow={narrow}
              isTextBroken={isTextBroken}
              {...(!wide && !narrow && { drawer, onDrawer: toggle })}
            />
            <GoneNotice draft={draft} />
          </div>
          {narrow ? (
            <div className={styles.preview}>
              <p className={styles.note}>{t('editor.narrow')}</p>
              <div className={styles.work} inert>
                <Canvas />
              </div>
            </div>
          ) : (
            <div className={mergeClasses(styles.main, wide && styles.wide)}>
              {(wide || drawer === 'start') && (
                <aside
                  className={mergeClasses(
                    styles.side,
                    styles.start,
                    !wide && styles.drawer,
                    !wide && styles.left,
                    !wide && isDragging && styles.away,
                  )}
                  aria-label={t('editor.palette.label')}
                  data-area=""
                  ref={(panel) => void (panels.current.start = panel)}
                  onKeyDown={close}
                  // A source that moves while its drag begins ends the drag.
                  onDragStart={() => setTimeout(() => setIsDragging(true))}
                  onDragEnd={() => setIsDragging(false)}
                >
                  <StartPanel structureOnly={surface !== 'layout'} errors={errors} />
                </aside>
              )}
              <div className={styles.work}>
                <div
                  className={surface === 'layout' ? styles.work : styles.hidden}
                  {...(surface === 'layout' && { 'data-area': '' })}
                >
                  <PropertiesContext value={openProperties}>
                    <Canvas />
                  </PropertiesContext>
                </div>
                {surface === 'texts' && (
                  <div className={styles.work} data-area="">
                    <TextsView />
                  </div>
                )}
                {/* The text stays as it was typed while the layout is shown. */}
                {hasJson && (
                  <div
                    className={surface === 'json' ? styles.work : styles.hidden}
                    {...(surface === 'json' && { 'data-area': '' })}
                  >
                    <LazyComponent source={jsonView}>
                      {(JsonView) => <JsonView onPending={setIsTextBroken} />}
                    </LazyComponent>
                  </div>
                )}
              </div>
              {(wide || drawer === 'end') && (
                <aside
                  className={mergeClasses(
                    styles.side,
                    styles.end,
                    !wide && styles.drawer,
                    !wide && styles.right,
                  )}
                  aria-label={t('editor.panel.label')}
                  data-area=""
                  ref={(panel) => void (panels.current.end = panel)}
                  onKeyDown={close}
                >
                  <ProblemsProvider diagnostics={diagnostics} refused={refused}>
                    <PropertyPanel sections={sections} />
                  </ProblemsProvider>
                </aside>
              )}
            </div>
          )}
          <StatusBar draft={draft} findings={findings} isTextBroken={isTextBroken} />
          {conflicts.length > 0 && <ConflictDialog key={version} draft={draft} conflicts={conflicts} />}
        </FollowedDocument>
      </div>
    </Announcer>
  );
}

/** Focuses the first control of a panel. */
function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus();
}

/**
 * The document as it is written, whenever it changes. It stands between the surface and what it contains, so that a letter does not render
 * bar, palette, canvas and panels, but what follows the changed node.
 */
function FollowedDocument(props: Omit<ComponentProps<typeof EditedDocument>, 'document'>) {
  const editor = useEditor();
  const document = useSyncExternalStore(editor.store.subscribe, editor.document);
  return <EditedDocument {...props} document={document} />;
}

/** Keys of the nodes with an error; the same set until they change. */
function useErrors(findings: readonly Finding[]): ReadonlySet<string> {
  const editor = useEditor();
  return useMemo(() => {
    const pointers = findings.flatMap(({ severity, pointer }) => (severity === 'error' ? [pointer] : []));
    return nodesAtPointers(editor.store.getState().model, pointers);
  }, [editor, findings]);
}

/** The palette, or the structure of the document, which stands beside the text. */
function StartPanel({
  structureOnly,
  errors,
}: {
  structureOnly: boolean;
  errors: ReadonlySet<string>;
}): ReactNode {
  const styles = useStyles();
  const t = useText();
  const [tab, setTab] = useState<'widgets' | 'structure'>('widgets');
  const count = useEditorState(({ model }) => Object.keys(model.nodes).length);
  if (structureOnly) return <StructureTree errors={errors} />;
  return (
    <>
      <div className={styles.tabs}>
        <TabList
          size="small"
          selectedValue={tab}
          onTabSelect={(_, { value }) => setTab(value === 'structure' ? 'structure' : 'widgets')}
        >
          <Tab value="widgets">{t('editor.palette.label')}</Tab>
          <Tab value="structure">{t('editor.tree.tab', { count })}</Tab>
        </TabList>
      </div>
      {tab === 'widgets' ? <PalettePanel /> : <StructureTree errors={errors} />}
    </>
  );
}
