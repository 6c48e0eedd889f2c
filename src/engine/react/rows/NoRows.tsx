import { Button } from '@fluentui/react-components';
import type { Access, Steps } from '../../core/index.ts';
import { EmptyState, Icon } from '../../../ui/index.ts';
import { useCan, useIsDashboard, useRun, useText } from '../hooks.ts';
import type { ListFilters } from './list-filters.ts';

/** Texts of a definition for where there are no rows. */
export interface EmptyTexts {
  icon?: string;
  title?: string;
  text?: string;
  action?: { text: string; icon?: string; access?: Access; do: Steps };
}

/** Instead of the rows when there are none: how to clear the filters, else what the list is for and how it begins. */
export function NoRows({
  empty = {},
  title,
  filters,
}: {
  empty: EmptyTexts | undefined;
  /** Where the definition has no title. */
  title: string;
  filters: ListFilters | null;
}) {
  const t = useText();
  const can = useCan();
  const run = useRun();
  const isDashboard = useIsDashboard();
  if (filters?.active) {
    return (
      <EmptyState
        icon="search"
        tone="neutral"
        title={t('widgets.noMatch.title')}
        text={t('widgets.noMatch.text')}
      >
        <Button onClick={filters.clear}>{t('widgets.filter-bar.clear')}</Button>
      </EmptyState>
    );
  }
  const { icon = 'list', text = '', action } = empty;
  return (
    <EmptyState
      icon={icon}
      title={empty.title || (isDashboard ? t('widgets.frame.empty.dashboard') : title)}
      text={text}
    >
      {action && (!action.access || can(action.access)) ? (
        <Button
          {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
          onClick={() => void run(action.do, { id: 'empty' })}
        >
          {action.text}
        </Button>
      ) : null}
    </EmptyState>
  );
}
