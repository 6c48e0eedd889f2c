import { makeStyles, mergeClasses, SearchBox, tokens } from '@fluentui/react-components';
import { memo, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useText } from '../../engine/react/index.ts';
import { withToggled, Icon } from '../../ui/index.ts';
import { stepSelection } from '../actions.ts';
import { ancestorsOf, ownerOf, pointerOf, slotsOf, type Model } from '../model/document-model.ts';
import { nodeName, typeOfNode, widgetIcon } from '../names.ts';
import { useAnnounce } from './announce.tsx';
import { useNaming, useNodeName } from './naming.ts';
import { useEditor, useEditorState, useIsSelected } from './context.ts';
import { foldText } from '../../contracts/text.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  search: { padding: '12px 12px 8px' },
  tree: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: '2px 8px 16px',
    listStyle: 'none',
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '32px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'default',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 32px',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  selected: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2 },
  },
  list: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  name: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  twist: { display: 'grid', placeItems: 'center', width: '16px', flexShrink: 0 },
  bad: { color: tokens.colorStatusDangerForeground1, flexShrink: 0 },
});

type Row =
  | { kind: 'node'; key: string; level: number; hasChildren: boolean }
  | { kind: 'list'; key: string; level: number };

/** Lists that say where a node stands: those of the document, and slots; children stand below their node without a name. */
const isNamed = (slot: string): boolean => ownerOf(slot) === '' || pointerOf(slot).startsWith('/slots/');

function rowsOf(model: Model, closed: ReadonlySet<string>, owner = '', level = 1): Row[] {
  return slotsOf(model, owner).flatMap((slot): Row[] => {
    const keys = model.children[slot] ?? [];
    if (owner !== '' && keys.length === 0) return [];
    const named = isNamed(slot);
    const inner = named ? level + 1 : level;
    const nodes = keys.flatMap((key): Row[] => {
      const hasChildren = slotsOf(model, key).some((one) => (model.children[one] ?? []).length > 0);
      const below = closed.has(key) ? [] : rowsOf(model, closed, key, inner + 1);
      return [{ kind: 'node', key, level: inner, hasChildren }, ...below];
    });
    return named ? [{ kind: 'list', key: slot, level }, ...nodes] : nodes;
  });
}

/** The nodes of the document, as they contain each other. `errors`: those with something wrong. */
export function StructureTree({ errors }: { errors: ReadonlySet<string> }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const children = useEditorState(({ model }) => model.children);
  const selection = useEditorState((state) => state.selection);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [needle, setNeedle] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const naming = useNaming();
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => {
    void children;
    const { model } = editor.store.getState();
    const wanted = foldText(needle.trim());
    if (wanted === '') return rowsOf(model, closed);
    const isHit = (key: string) => foldText(`${nodeName(model, key, naming)} ${key}`).includes(wanted);
    const hits = new Set(Object.keys(model.nodes).filter(isHit));
    const shown = new Set([...hits].flatMap((key) => [key, ...ancestorsOf(model, key)]));
    return rowsOf(model, new Set()).filter((row) => row.kind === 'list' || shown.has(row.key));
  }, [editor, children, closed, needle, naming]);
  const nodes = rows.filter((row) => row.kind === 'node');
  const main = selection.at(-1);
  const stop = nodes.find(({ key }) => key === focused) ?? nodes.find(({ key }) => key === main) ?? nodes[0];

  const toggle = (key: string) => setClosed((before) => withToggled(before, key));
  const focusRow = (key: string | undefined) => {
    if (key === undefined) return;
    setFocused(key);
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!stop) return;
    const at = nodes.findIndex(({ key }) => key === stop.key);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(nodes[at + 1]?.key),
      ArrowUp: () => focusRow(nodes[at - 1]?.key),
      Home: () => focusRow(nodes[0]?.key),
      End: () => focusRow(nodes.at(-1)?.key),
      ArrowRight: () => (closed.has(stop.key) ? toggle(stop.key) : focusRow(nodes[at + 1]?.key)),
      ArrowLeft: () =>
        stop.hasChildren && !closed.has(stop.key)
          ? toggle(stop.key)
          : focusRow(ancestorsOf(editor.store.getState().model, stop.key).at(-1)),
      Enter: () => editor.select([stop.key]),
      ' ': () => editor.select([stop.key]),
    };
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      editor.select([stop.key]);
      announce(stepSelection(editor, event.key === 'ArrowUp' ? 'up' : 'down', 'move'));
    } else if (event.ctrlKey || event.metaKey || event.altKey || !moves[event.key]) return;
    else moves[event.key]!();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.root}>
      <div className={styles.search}>
        <SearchBox
          style={{ width: '100%', maxWidth: 'none' }}
          placeholder={t('editor.tree.search')}
          aria-label={t('editor.tree.search')}
          dismiss={{ 'aria-label': t('shell.clearSearch') }}
          value={needle}
          onChange={(_, { value }) => setNeedle(value)}
        />
      </div>
      <div
        ref={tree}
        className={styles.tree}
        role="tree"
        aria-label={t('editor.tree.label')}
        aria-multiselectable
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) =>
          row.kind === 'list' ? (
            <ListRow key={row.key} slot={row.key} level={row.level} />
          ) : (
            <NodeRow
              key={row.key}
              nodeKey={row.key}
              level={row.level}
              open={row.hasChildren ? !closed.has(row.key) : null}
              bad={errors.has(row.key)}
              tabIndex={row.key === stop?.key ? 0 : -1}
              onToggle={toggle}
              onFocus={setFocused}
            />
          ),
        )}
      </div>
    </div>
  );
}

function ListRow({ slot, level }: { slot: string; level: number }) {
  const styles = useStyles();
  const t = useText();
  const name = pointerOf(slot).split('/').at(-1) ?? '';
  const text = ownerOf(slot) === '' ? t(`editor.tree.lists.${name}`) : name;
  return (
    <div
      className={mergeClasses(styles.row, styles.list)}
      role="none"
      style={{ paddingInlineStart: `${level * 12 - 4}px` }}
    >
      {text}
    </div>
  );
}

interface NodeRowProps {
  nodeKey: string;
  level: number;
  /** Whether what it contains is shown; null without content. */
  open: boolean | null;
  bad: boolean;
  tabIndex: 0 | -1;
  onToggle(key: string): void;
  onFocus(key: string): void;
}

const NodeRow = memo(function NodeRow({
  nodeKey,
  level,
  open,
  bad,
  tabIndex,
  onToggle,
  onFocus,
}: NodeRowProps) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const isSelected = useIsSelected(nodeKey);
  const name = useNodeName(nodeKey);
  const icon = useEditorState(({ model }) => widgetIcon(typeOfNode(model.nodes[nodeKey]), editor.registry));
  const choose = (event: MouseEvent) => {
    const { selection } = editor.store.getState();
    const adds = event.ctrlKey || event.metaKey;
    if (!adds) editor.select([nodeKey]);
    else editor.select(isSelected ? selection.filter((key) => key !== nodeKey) : [...selection, nodeKey]);
  };
  return (
    // The keys are those of the tree around it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      className={mergeClasses(styles.row, isSelected && styles.selected)}
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      {...(open !== null && { 'aria-expanded': open })}
      tabIndex={tabIndex}
      data-row={nodeKey}
      style={{ paddingInlineStart: `${level * 12 - 8}px` }}
      onClick={choose}
      onFocus={() => onFocus(nodeKey)}
    >
      {/* Left and right arrows do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span
        className={styles.twist}
        aria-hidden="true"
        onClick={(event) => {
          if (open === null) return;
          event.stopPropagation();
          onToggle(nodeKey);
        }}
      >
        {open !== null && <Icon name={open ? 'chevron-down' : 'chevron-right'} size={12} />}
      </span>
      <Icon name={icon} size={16} />
      <span className={styles.name}>{name}</span>
      {bad && <Icon name="error-circle" size={14} className={styles.bad} label={t('editor.tree.problem')} />}
    </div>
  );
});
