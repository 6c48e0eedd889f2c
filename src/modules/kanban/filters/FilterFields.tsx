import { makeStyles } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { Choice } from '../../../ui/index.ts';
import { orders, type CardOrder } from '../board-ui.ts';
import { dueChoices, type DueChoice } from '../core/due.ts';
import { groupings, type Grouping } from '../core/swimlanes.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { People } from './People.tsx';

const useStyles = makeStyles({ field: { width: '170px', flexShrink: 1, minWidth: '110px' } });

/** Due date, order and swimlanes, and the people whose cards are shown. */
export function FilterFields({ isSprint, className }: { isSprint: boolean; className?: string }) {
  const styles = useStyles();
  const t = useText();
  const { ui } = useOpenBoard();
  const filter = useUi((state) => state.filter);
  const order = useUi((state) => state.order);
  const grouping = useUi((state) => state.grouping);
  const field = className ?? styles.field;
  return (
    <>
      <People />
      <span className={field}>
        <Choice
          aria-label={t('kanban.due.label')}
          placeholder={t('kanban.due.any')}
          value={filter.due ?? ''}
          options={dueChoices.map((value) => ({ value, label: t(`kanban.due.${value}`) }))}
          onChange={(value) =>
            ui.setState({ filter: { ...filter, due: value === '' ? null : (value as DueChoice) } })
          }
        />
      </span>
      <span className={field}>
        <Choice
          aria-label={t('kanban.order.label')}
          value={order}
          options={orders.map((value) => ({ value, label: t(`kanban.order.${value}`) }))}
          onChange={(value) => ui.setState({ order: value as CardOrder })}
        />
      </span>
      {isSprint && (
        <span className={field}>
          <Choice
            aria-label={t('kanban.swim.label')}
            placeholder={t('kanban.swim.off')}
            value={grouping ?? ''}
            options={groupings.map((value) => ({ value, label: t(`kanban.swim.${value}`) }))}
            onChange={(value) =>
              ui.setState({ grouping: value === '' ? null : (value as Grouping), collapsed: new Set() })
            }
          />
        </span>
      )}
    </>
  );
}
