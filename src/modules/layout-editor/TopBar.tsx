import { Button, makeStyles, MenuItem, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { useFormat, useHost, useOthersHere, useText } from '../../engine/react/index.ts';
import {
  breakpoints,
  redoStep,
  shownText,
  undoStep,
  useAnnounce,
  useEditor,
  useEditorState,
  type Breakpoint,
  type Draft,
} from '../../editor/index.ts';
import {
  ButtonMenu,
  Icon,
  PeopleHere,
  ToneBadge,
  useNarrow,
  useTooltip,
  type IconName,
} from '../../ui/index.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { useOpenView, type Finding } from './view-context.ts';
import { WidgetPublishDialog } from './WidgetPublishDialog.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    paddingInline: '8px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // A long title leaves room for the state.
  names: { minWidth: '96px', maxWidth: '32%', flex: '0 1 auto', overflow: 'hidden' },
  trail: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '@media (max-width: 767.98px)': { display: 'none' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  // Two lines where one has no room for all.
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 8px',
    flex: '1 1 0',
    minWidth: 0,
    maxHeight: '40px',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  // On a phone the state stands below the title, in one line.
  wide: { flex: '1 1 0', maxWidth: 'none' },
  below: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  surface: { minWidth: '64px', '@media (max-width: 767.98px)': { minWidth: '48px', paddingInline: '6px' } },
  group: { display: 'flex', alignItems: 'center', gap: '2px' },
  divided: { paddingInlineStart: '8px', borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
});

const surfaces: readonly Surface[] = ['layout', 'texts', 'json'];

const drawers = [
  { side: 'start', icon: 'panel-left', text: 'editor.bar.start' },
  { side: 'end', icon: 'settings', text: 'editor.bar.end' },
] as const;

const breakpointIcons: Readonly<Record<Breakpoint, IconName>> = {
  large: 'desktop',
  medium: 'tablet',
  small: 'phone',
};

interface ToolProps {
  icon: IconName;
  text: string;
  disabled?: boolean;
  pressed?: boolean;
  onPress(): void;
  /** The panel that it opens. */
  'data-drawer'?: 'start' | 'end';
}

/** A button with an icon, named by its tooltip. */
export function Tool({ icon, text, disabled = false, pressed, onPress, ...mark }: ToolProps) {
  const { trigger, tooltip } = useTooltip(text);
  return (
    <>
      <Button
        appearance={pressed ? 'outline' : 'subtle'}
        icon={<Icon name={icon} />}
        disabledFocusable={disabled}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        onClick={() => {
          if (!disabled) onPress();
        }}
        {...mark}
        {...trigger}
      />
      {tooltip}
    </>
  );
}

/** Surface for editing: the view as it looks, or its text. */
export type Surface = 'layout' | 'texts' | 'json';

interface TopBarProps {
  draft: Draft;
  findings: readonly Finding[];
  surface: Surface;
  onSurface(surface: Surface): void;
  /** Whether the text is no document, so that the draft lacks what is written there. */
  isTextBroken: boolean;
  /** A phone, on which a view is only looked at. */
  narrow: boolean;
  /** The panel that is open over the canvas. */
  drawer?: 'start' | 'end' | null;
  /** Opens and closes a panel that stands over the canvas. */
  onDrawer?(side: 'start' | 'end'): void;
}

/** Name, state of the draft, undo and redo, widths, and the one primary button. */
export function TopBar({
  draft,
  findings,
  surface,
  onSurface,
  narrow,
  isTextBroken,
  drawer,
  onDrawer,
}: TopBarProps) {
  const styles = useStyles();
  // A desk's window at 200 % zoom: what stands beside each other elsewhere is put together.
  const compact = useNarrow();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const { host, lang } = useHost();
  const view = useOpenView();
  const [publishing, setPublishing] = useState(false);
  // The same one while the dialog is open, which reads what is published.
  const { reload } = view;
  const closePublishing = useCallback(() => {
    setPublishing(false);
    reload();
  }, [reload]);
  const here = useOthersHere(view.subject.topic);
  const title = useEditorState(({ model }) => shownText(model.document['title'], model.document, lang, t));
  const canUndo = useEditorState(({ history }) => history.past.length > 0);
  const canRedo = useEditorState(({ history }) => history.future.length > 0);
  const breakpoint = useEditorState((state) => state.breakpoint);
  const problems = findings.filter(({ severity }) => severity === 'error').length;
  const mayUpdate = host.can({ verb: 'update' }, view.subject.screen);
  const hasDraft = useHasDraft(draft);
  const isPublished = !hasDraft && view.publishedVersion > 0;
  const obstacle = isTextBroken
    ? t('editor.json.blocked')
    : problems > 0
      ? t('editor.bar.blocked', { count: problems })
      : isPublished
        ? t('editor.bar.nothingNew')
        : null;
  const { trigger, tooltip } = useTooltip(obstacle ?? '');
  return (
    <header className={styles.root} data-area="">
      <Tool
        icon="arrow-left"
        text={t(view.subject.kind === 'view' ? 'editor.bar.back' : 'editor.bar.backToWidgets')}
        onPress={() => host.navigate(`/${view.subject.screen}`, { back: true })}
      />
      <div className={mergeClasses(styles.names, compact && styles.wide)}>
        <div className={styles.trail}>
          {t(view.subject.kind === 'view' ? 'editor.bar.trail' : 'editor.bar.widgetTrail')}
        </div>
        <h1 className={styles.title}>{title}</h1>
        {compact && (
          <div className={styles.below}>
            <SaveState draft={draft} isTextBroken={isTextBroken} />
          </div>
        )}
      </div>
      {!compact && (
        <div className={styles.meta}>
          <DraftState draft={draft} isTextBroken={isTextBroken} />
        </div>
      )}
      <PeopleHere
        {...here}
        text={t('widgets.presence.here')}
        more={(names, count) => t('widgets.presence.more', { names, count })}
      />
      {!narrow && (
        <>
          {onDrawer && (
            <div className={styles.group}>
              {drawers.map(({ side, icon, text }) => (
                <Tool
                  key={side}
                  icon={icon}
                  text={t(text)}
                  pressed={drawer === side}
                  data-drawer={side}
                  onPress={() => onDrawer(side)}
                />
              ))}
            </div>
          )}
          <div className={styles.group}>
            <Tool
              icon="arrow-undo"
              text={t('editor.bar.undo')}
              disabled={!canUndo}
              onPress={() => announce(undoStep(editor))}
            />
            <Tool
              icon="arrow-redo"
              text={t('editor.bar.redo')}
              disabled={!canRedo}
              onPress={() => announce(redoStep(editor))}
            />
          </div>
          {compact ? (
            <ButtonMenu
              label={t('editor.bar.widths')}
              button={
                <Button
                  appearance="subtle"
                  icon={<Icon name={breakpointIcons[breakpoint]} />}
                  aria-label={`${t('editor.bar.widths')}: ${t(`editor.bar.width.${breakpoint}`)}`}
                  title={t('editor.bar.widths')}
                />
              }
            >
              {breakpoints.map((one) => (
                <MenuItem
                  key={one}
                  icon={<Icon name={breakpointIcons[one]} />}
                  onClick={() => editor.setBreakpoint(one)}
                >
                  {t(`editor.bar.width.${one}`)}
                </MenuItem>
              ))}
            </ButtonMenu>
          ) : (
            <div
              className={`${styles.group} ${styles.divided}`}
              role="group"
              aria-label={t('editor.bar.widths')}
            >
              {breakpoints.map((one) => (
                <Tool
                  key={one}
                  icon={breakpointIcons[one]}
                  text={t(`editor.bar.width.${one}`)}
                  pressed={one === breakpoint}
                  onPress={() => editor.setBreakpoint(one)}
                />
              ))}
            </div>
          )}
          <div
            className={`${styles.group} ${styles.divided}`}
            role="group"
            aria-label={t('editor.bar.surfaces')}
          >
            {surfaces.map((one) => (
              <Button
                key={one}
                appearance={one === surface ? 'outline' : 'subtle'}
                aria-pressed={one === surface}
                className={styles.surface}
                onClick={() => onSurface(one)}
              >
                {t(`editor.bar.surface.${one}`)}
              </Button>
            ))}
          </div>
        </>
      )}
      {mayUpdate && (
        <div className={`${styles.group} ${styles.divided}`}>
          <Button
            appearance="primary"
            disabledFocusable={obstacle !== null}
            onClick={() => {
              if (obstacle === null) setPublishing(true);
            }}
            {...(obstacle !== null && {
              ...trigger,
              'aria-label': undefined,
              'aria-description': obstacle,
            })}
          >
            {t('editor.bar.publish')}
          </Button>
          {obstacle !== null && tooltip}
        </div>
      )}
      {publishing && view.subject.kind === 'view' && (
        <PublishDialog draft={draft} dashId={view.subject.dashId} onClose={closePublishing} />
      )}
      {publishing && view.subject.kind === 'widget' && (
        <WidgetPublishDialog draft={draft} id={view.subject.widgetId} onClose={closePublishing} />
      )}
    </header>
  );
}

const useDraftState = (draft: Draft): ReturnType<typeof draft.store.getState> =>
  useStore(draft.store as Parameters<typeof useStore<never>>[0], (state) => state as never) as ReturnType<
    typeof draft.store.getState
  >;

/** Whether something is written that is not published. */
function useHasDraft(draft: Draft): boolean {
  const { publishedSave } = useOpenView();
  const { status, savedAt } = useDraftState(draft);
  return status !== 'saved' || (savedAt !== null && savedAt !== publishedSave);
}

/** Whether the draft is saved. */
function SaveState({ draft, isTextBroken }: { draft: Draft; isTextBroken: boolean }) {
  const t = useText();
  const format = useFormat();
  const { status, savedAt, mergedFrom } = useDraftState(draft);
  const saved = (at: string): string =>
    mergedFrom === null
      ? t('editor.draft.saved', { at })
      : t('editor.draft.merged', { at, name: mergedFrom || t('editor.draft.somebody') });
  return (
    <span role="status" data-draft={status}>
      {isTextBroken
        ? t('editor.json.notSaved')
        : status === 'saved' && savedAt !== null
          ? saved(format.datetime(savedAt))
          : t(`editor.draft.${status === 'saved' ? 'unchanged' : status}`)}
    </span>
  );
}

/** Whether the draft is saved, and what is published. */
function DraftState({ draft, isTextBroken }: { draft: Draft; isTextBroken: boolean }) {
  const t = useText();
  const format = useFormat();
  const view = useOpenView();
  const hasDraft = useHasDraft(draft);
  return (
    <>
      {hasDraft && <ToneBadge tone="warning" text={t('editor.bar.draft')} />}
      <SaveState draft={draft} isTextBroken={isTextBroken} />
      {view.publishedVersion > 0 && (
        <span>{t('editor.bar.published', { version: view.publishedVersion })}</span>
      )}
      {view.scheduledAt !== null && (
        <span>{t('editor.bar.scheduled', { at: format.datetime(view.scheduledAt) })}</span>
      )}
    </>
  );
}
