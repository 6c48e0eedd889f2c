import { MenuDivider, MenuItem, makeStyles } from '@fluentui/react-components';
import type { CompiledNode, MenuButtonProps } from '../../src/engine/core/index.ts';
import { useButtonNode, useCan, useText } from '../../src/engine/react/index.ts';
import { Icon, moldeToken, MoreMenu } from '../../src/ui/index.ts';
import { ViewEntries } from './ViewEntries.tsx';

const useStyles = makeStyles({ danger: { color: moldeToken('errorForeground') } });

export interface HeaderMenuProps {
  /** The header's. */
  title: string;
  nodes: readonly CompiledNode[];
  /** Discards the unsaved changes; null where the menu does not offer it. */
  discard: (() => void) | null;
  changes: number;
  /** Whether the page is a dashboard, which can be loaded again, shared, printed and shown on a wall. */
  isView: boolean;
}

/** The buttons and menus of a page header that are not in sight. A button that destroys stands last. */
export default function HeaderMenu({ title, nodes, discard, changes, isView }: HeaderMenuProps) {
  const t = useText();
  const isDanger = ({ props }: CompiledNode) => props['danger'] === true;
  const harmless = nodes.filter((node) => !isDanger(node));
  const dangers = nodes.filter(isDanger);
  return (
    <MoreMenu label={t('widgets.page-header.more')} title={title}>
      {discard && (
        <MenuItem icon={<Icon name="arrow-undo" />} disabled={changes === 0} onClick={discard}>
          {t('widgets.page-header.discard')}
        </MenuItem>
      )}
      {harmless.map((node) =>
        node.type === 'menu-button' ? (
          <MenuEntries key={node.id} node={node} />
        ) : (
          <Entry key={node.id} node={node} />
        ),
      )}
      {isView && (discard || harmless.length > 0) && <MenuDivider />}
      {isView && <ViewEntries />}
      {dangers.length > 0 && (discard || isView || harmless.length > 0) && <MenuDivider />}
      {dangers.map((node) => (
        <Entry key={node.id} node={node} danger />
      ))}
    </MoreMenu>
  );
}

function Entry({ node, danger = false }: { node: CompiledNode; danger?: boolean }) {
  const styles = useStyles();
  const { state, busy, press } = useButtonNode(node);
  if (!state.visible || state.pending || state.error) return null;
  const { text, icon, disabled } = state.props;
  return (
    <MenuItem
      disabled={disabled === true || busy}
      {...(typeof icon === 'string' && {
        icon: { className: danger ? styles.danger : undefined, children: <Icon name={icon} /> },
      })}
      onClick={press}
    >
      <span className={danger ? styles.danger : undefined}>{String(text)}</span>
    </MenuItem>
  );
}

type Item = MenuButtonProps['items'][number];

function MenuEntries({ node }: { node: CompiledNode }) {
  const can = useCan();
  const { state } = useButtonNode(node);
  if (!state.visible || state.pending || state.error) return null;
  const { items } = state.props as unknown as MenuButtonProps;
  return items
    .filter((item) => item.visible !== false && (!item.access || can(item.access)))
    .map((item) => <ItemEntry key={item.id} node={node} item={item} />);
}

function ItemEntry({ node, item }: { node: CompiledNode; item: Item }) {
  const styles = useStyles();
  const { busy, press } = useButtonNode(node, item);
  return (
    <MenuItem
      disabled={item.disabled === true || busy}
      {...(item.icon && { icon: <Icon name={item.icon} /> })}
      {...(item.danger && { className: styles.danger })}
      onClick={press}
    >
      {item.text}
    </MenuItem>
  );
}
