import { MenuButton, MenuDivider, MenuItem } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon } from '../../../ui/index.ts';
import { orderAfterStep } from '../core/lane-form.ts';
import type { BoardLane } from '../core/lists.ts';
import { useOpenBoard } from '../open-board.ts';
import { useLaneChange } from './useLaneChange.ts';

/** Actions of the board's administrators on a lane. */
export function LaneMenu({ lane }: { lane: BoardLane }) {
  const t = useText();
  const { board, ui, actions } = useOpenBoard();
  const change = useLaneChange();
  const label = t('kanban.lanes.menu', { lane: lane.title });
  const step = async (offset: -1 | 1) => {
    const ids = orderAfterStep(board.lanes, lane.id, offset);
    if (!ids) return;
    const refusal = await change(t('kanban.lanes.moved', { lane: lane.title }), (calls) => calls.order(ids));
    if (refusal === null)
      actions.say(
        t('kanban.lanes.movedTo', {
          lane: lane.title,
          place: ids.indexOf(lane.id) + 1,
          count: ids.length,
        }),
      );
  };
  return (
    <ButtonMenu
      label={label}
      title={lane.title}
      button={
        <MenuButton
          appearance="subtle"
          size="small"
          menuIcon={null}
          icon={<Icon name="more-horizontal" size={16} />}
          aria-label={label}
        />
      }
    >
      <MenuItem
        icon={<Icon name="settings" />}
        onClick={() => ui.setState({ lanes: { kind: 'edit', laneId: lane.id } })}
      >
        {t('kanban.lanes.edit')}
      </MenuItem>
      {([-1, 1] as const).map((offset) => (
        <MenuItem
          key={offset}
          icon={<Icon name={offset < 0 ? 'chevron-left' : 'chevron-right'} />}
          disabled={orderAfterStep(board.lanes, lane.id, offset) === null}
          onClick={() => void step(offset)}
        >
          {t(offset < 0 ? 'kanban.lanes.left' : 'kanban.lanes.right')}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem
        icon={<Icon name="delete" />}
        disabled={board.lanes.length === 1}
        onClick={() => ui.setState({ lanes: { kind: 'remove', laneId: lane.id } })}
      >
        {t('kanban.lanes.remove')}
      </MenuItem>
    </ButtonMenu>
  );
}
