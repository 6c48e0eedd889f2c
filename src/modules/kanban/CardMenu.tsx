import {
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
} from '@fluentui/react-components';
import { memo } from 'react';
import { useText } from '../../engine/react/index.ts';
import { Icon, MenuSheet, useNarrow } from '../../ui/index.ts';
import { cardNumber } from './core/filter.ts';
import { cellParts } from './core/swimlanes.ts';
import type { Step } from './core/moves.ts';
import { useCard, useOpenBoard, useUi } from './open-board.ts';
import { titleOfGroup } from './swimlanes/SwimHead.tsx';
import { toggleSelected } from './selection/selection.ts';

const useStyles = makeStyles({ list: { maxHeight: '70vh', overflowY: 'auto' } });

const steps: readonly [Step, string, string][] = [
  ['up', 'arrow-up', 'Shift ↑'],
  ['down', 'arrow-down', 'Shift ↓'],
  ['top', 'align-top', 'Shift Home'],
  ['bottom', 'align-bottom', 'Shift End'],
];

/** The first way to move a card: all that the pointer can do, in words. */
export const CardMenu = memo(function CardMenu() {
  const menu = useUi(({ menu: open }) => open);
  return menu && <OpenMenu key={menu.id} id={menu.id} target={menu.target} />;
});

/** The swimlanes that the card can go to. */
function SwimlaneGroup({ id }: { id: number }) {
  const t = useText();
  const { actions, mayMove } = useOpenBoard();
  const by = useUi(({ grouping }) => grouping);
  const card = useCard(id);
  if (by === null || !card || card.taskSprintId === null) return null;
  const own = cellParts(actions.cellOf(card)).group;
  return (
    <>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>{t('kanban.swim.move')}</MenuGroupHeader>
        {actions.swimlanes().map((group) => (
          <MenuItem
            key={group.id}
            icon={<Icon name={group.id === own ? 'checkmark' : 'chevron-right'} />}
            disabled={!mayMove || group.id === own}
            onClick={() => actions.toSwimlane(id, group.id)}
          >
            {titleOfGroup(t, by, group)}
          </MenuItem>
        ))}
      </MenuGroup>
    </>
  );
}

function OpenMenu({ id, target }: { id: number; target: HTMLElement }) {
  const styles = useStyles();
  const t = useText();
  const narrow = useNarrow();
  const { ui, index, actions, board, mayMove, openCard } = useOpenBoard();
  const card = useCard(id);
  const order = useUi((state) => state.order);
  const isSelected = useUi(({ selected }) => selected.has(id));
  if (!card) return null;
  const label = `${cardNumber(card, index)} ${card.title}`;
  // The focus returns to the card, not to where the menu's button stood.
  const close = () => {
    ui.setState({ menu: null, focus: { id } });
  };
  const sprints = board.sprints.filter(
    (sprint) => sprint.state === 'open' && sprint.id !== card.taskSprintId,
  );
  const items = (
    <>
      {mayMove && (
        <>
          <MenuItem
            icon={<Icon name="checkmark" />}
            secondaryContent={narrow ? undefined : 'X'}
            onClick={() => toggleSelected(ui, id)}
          >
            {isSelected ? t('kanban.select.unselect') : t('kanban.select.select')}
          </MenuItem>
          <MenuDivider />
        </>
      )}
      <MenuItem
        icon={<Icon name="open" />}
        secondaryContent={narrow ? undefined : 'Enter'}
        onClick={() => openCard(id)}
      >
        {t('kanban.card.open')}
      </MenuItem>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>{t('kanban.moveInList')}</MenuGroupHeader>
        {steps.map(([step, icon, keys]) => (
          <MenuItem
            key={step}
            icon={<Icon name={icon} />}
            secondaryContent={narrow ? undefined : keys}
            disabled={!mayMove || !actions.canStep(id, step)}
            onClick={() => actions.step(id, step)}
          >
            {t(`kanban.step.${step}`)}
          </MenuItem>
        ))}
        {order !== 'manual' && <MenuItem disabled>{t('kanban.notManual')}</MenuItem>}
      </MenuGroup>
      {card.taskSprintId !== null && (
        <>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{t('kanban.moveToLane')}</MenuGroupHeader>
            {board.lanes.map((lane) => (
              <MenuItem
                key={lane.id}
                icon={<Icon name={lane.id === card.laneId ? 'checkmark' : 'chevron-right'} />}
                disabled={!mayMove || lane.id === card.laneId}
                onClick={() => actions.toLane(id, lane)}
              >
                {lane.title}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
      <SwimlaneGroup id={id} />
      {(sprints.length > 0 || card.taskSprintId !== null) && (
        <>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{t('kanban.moveToSprint')}</MenuGroupHeader>
            {sprints.map((sprint) => (
              <MenuItem
                key={sprint.id}
                icon={<Icon name="chevron-right" />}
                disabled={!mayMove}
                onClick={() => actions.toSprint(id, sprint.id)}
              >
                {sprint.title}
              </MenuItem>
            ))}
            {card.taskSprintId !== null && (
              <MenuItem icon={<Icon name="box" />} disabled={!mayMove} onClick={() => actions.toBacklog(id)}>
                {t('kanban.toBacklog')}
              </MenuItem>
            )}
          </MenuGroup>
        </>
      )}
    </>
  );
  if (narrow)
    return (
      <MenuSheet title={card.title} label={label} onClose={close}>
        {items}
      </MenuSheet>
    );
  return (
    <Menu
      open
      positioning={{
        target,
        position: 'below',
        align: 'end',
        fallbackPositions: ['above-end', 'after', 'before'],
      }}
      onOpenChange={(_, change) => {
        if (!change.open) close();
      }}
    >
      <MenuPopover>
        <MenuList className={styles.list} aria-label={label}>
          {items}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
