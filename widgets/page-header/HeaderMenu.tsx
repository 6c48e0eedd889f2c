import { MenuDivider, MenuItem, makeStyles } from '@fluentui/react-components';
import type { CompiledNode } from '../../src/engine/core/index.ts';
import { useButtonNode, useText } from '../../src/engine/react/index.ts';
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

/** The buttons of a page header that are not in sight. What destroys stands last. */
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
      {harmless.map((node) => (
        <Entry key={node.id} node={node} />
      ))}
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
