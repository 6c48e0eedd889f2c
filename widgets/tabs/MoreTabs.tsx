import {
  Menu,
  MenuButton,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  useIsOverflowItemVisible,
  useOverflowCount,
} from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';
import { TabTitle } from './TabTitle.tsx';
import type { TabItem } from './TabTitle.tsx';

export interface MoreTabsProps {
  items: readonly TabItem[];
  open: string;
  onSelect: (child: string) => void;
}

function Entry({ item }: { item: TabItem }) {
  if (useIsOverflowItemVisible(item.child)) return null;
  return (
    <MenuItemRadio name="tab" value={item.child} {...(item.icon ? { icon: <Icon name={item.icon} /> } : {})}>
      <TabTitle item={item} />
    </MenuItemRadio>
  );
}

/** The tabs that have no room in the row. */
export default function MoreTabs({ items, open, onSelect }: MoreTabsProps) {
  const t = useText();
  const count = useOverflowCount();
  return (
    <Menu
      positioning="below-end"
      checkedValues={{ tab: [open] }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const [child] = checkedItems;
        if (child !== undefined) onSelect(child);
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          appearance="subtle"
          menuIcon={null}
          icon={<Icon name="more-horizontal" />}
          aria-label={t('widgets.tabs.more', { count })}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {items.map((item) => (
            <Entry key={item.child} item={item} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
