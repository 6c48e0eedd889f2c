import {
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import type { CompiledNode } from '../../src/engine/core/index.ts';
import { useButtonNode, useText } from '../../src/engine/react/index.ts';
import { Icon, moldeToken } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  button: { minWidth: '32px', '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
  entry: { '@media (pointer: coarse)': { minHeight: '44px' } },
  danger: { color: moldeToken('errorForeground') },
});

export interface HeaderMenuProps {
  nodes: readonly CompiledNode[];
  /** Discards the unsaved changes; null where the menu does not offer it. */
  discard: (() => void) | null;
  changes: number;
}

/** The buttons of a page header that are not in sight. What destroys stands last. */
export default function HeaderMenu({ nodes, discard, changes }: HeaderMenuProps) {
  const styles = useStyles();
  const t = useText();
  const isDanger = ({ props }: CompiledNode) => props['danger'] === true;
  const harmless = nodes.filter((node) => !isDanger(node));
  const dangers = nodes.filter(isDanger);
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          className={styles.button}
          appearance="subtle"
          menuIcon={null}
          icon={<Icon name="more-horizontal" />}
          aria-label={t('widgets.page-header.more')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {discard && (
            <MenuItem
              className={styles.entry}
              icon={<Icon name="arrow-undo" />}
              disabled={changes === 0}
              onClick={discard}
            >
              {t('widgets.page-header.discard')}
            </MenuItem>
          )}
          {harmless.map((node) => (
            <Entry key={node.id} node={node} className={styles.entry} />
          ))}
          {dangers.length > 0 && (discard || harmless.length > 0) && <MenuDivider />}
          {dangers.map((node) => (
            <Entry key={node.id} node={node} danger className={styles.entry} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function Entry({
  node,
  danger = false,
  className,
}: {
  node: CompiledNode;
  danger?: boolean;
  className: string;
}) {
  const styles = useStyles();
  const { state, busy, press } = useButtonNode(node);
  if (!state.visible || state.pending || state.error) return null;
  const { text, icon, disabled } = state.props;
  return (
    <MenuItem
      className={className}
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
