import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { isDay } from '../../../contracts/periods.ts';
import { lazyDate, useText, useTexts } from '../../../engine/react/index.ts';
import {
  Choice,
  CountBadge,
  FieldFrame,
  Icon,
  LazyComponent,
  ReasonButton,
  SkeletonItem,
  useTooltip,
} from '../../../ui/index.ts';
import { noFilter, type ChatFilter } from '../core/server.ts';
import { useChatState, useOpenChat } from '../open-chat.ts';
import { touchTargets } from '../touch.ts';
import { useAgents } from '../useAgents.ts';
import { useQueues } from '../useQueues.ts';
import { useRows } from './useRows.ts';
import { useTags } from '../useTags.ts';

const useStyles = makeStyles({
  surface: {
    display: 'grid',
    rowGap: '4px',
    width: '300px',
    maxWidth: 'calc(100vw - 32px)',
    boxSizing: 'border-box',
    ...touchTargets,
  },
  actions: { display: 'flex', justifyContent: 'flex-end', columnGap: '8px', marginTop: '8px' },
});

/** Filters of the chats: company, attendant, tag and days. */
export function FilterPopover() {
  const t = useText();
  const filter = useChatState((state) => state.filter);
  const [isOpen, setOpen] = useState(false);
  const tooltip = useTooltip(t('chat.filters'));
  const count = Object.entries(filter).filter(([name, value]) => name !== 'text' && value !== '').length;
  return (
    <>
      <Popover open={isOpen} onOpenChange={(_, { open }) => setOpen(open)} positioning="below-end" trapFocus>
        <PopoverTrigger disableButtonEnhancement>
          <Button {...tooltip.trigger} icon={<Icon name="filter" />} aria-label={t('chat.filters')}>
            {count > 0 && <CountBadge count={count} />}
          </Button>
        </PopoverTrigger>
        {isOpen ? <Fields filter={filter} onClose={() => setOpen(false)} /> : <></>}
      </Popover>
      {tooltip.tooltip}
    </>
  );
}

function Fields({ filter, onClose }: { filter: ChatFilter; onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { sync } = useOpenChat();
  const id = useId();
  const [draft, setDraft] = useState(filter);
  const companies = useRows<{ name: string }>('/adm/v2/sup/company?perPage=500') ?? [];
  const agents = useAgents();
  const tags = useTags() ?? [];
  const queues = useQueues(useChatState((state) => state.channelId));
  const apply = (next: ChatFilter): void => {
    sync.choose({ filter: next });
    onClose();
  };
  const isWrongDay = (day: string): boolean => day !== '' && !isDay(day);
  const isReversed = draft.dateFrom !== '' && draft.dateTo !== '' && draft.dateFrom > draft.dateTo;
  const isWrong = isWrongDay(draft.dateFrom) || isWrongDay(draft.dateTo) || isReversed;
  return (
    <PopoverSurface className={styles.surface} aria-label={t('chat.filters')}>
      <FieldFrame id={`${id}c`} label={t('chat.company')} bare>
        <Choice
          id={`${id}c`}
          value={draft.companyName}
          placeholder={t('chat.allCompanies')}
          options={companies.map(({ name }) => ({ value: name, label: name }))}
          onChange={(companyName) => setDraft({ ...draft, companyName })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}a`} label={t('chat.attendant')} bare>
        <Choice
          id={`${id}a`}
          value={draft.attendantId}
          placeholder={t('chat.allAttendants')}
          options={[
            { value: '0', label: t('chat.unassigned') },
            ...agents.map((agent) => ({ value: String(agent.id), label: agent.name })),
          ]}
          onChange={(attendantId) => setDraft({ ...draft, attendantId })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}g`} label={t('chat.tags.one')} bare>
        <Choice
          id={`${id}g`}
          value={draft.tagId}
          placeholder={t('chat.tags.all')}
          options={tags.map((tag) => ({ value: String(tag.id), label: tag.title }))}
          onChange={(tagId) => setDraft({ ...draft, tagId })}
        />
      </FieldFrame>
      {queues.length > 0 && (
        <FieldFrame id={`${id}q`} label={t('chat.queue')} bare>
          <Choice
            id={`${id}q`}
            value={draft.queueId}
            placeholder={t('chat.allQueues')}
            options={queues.map((queue) => ({ value: String(queue.id), label: queue.name }))}
            onChange={(queueId) => setDraft({ ...draft, queueId })}
          />
        </FieldFrame>
      )}
      <Day
        id={`${id}f`}
        label={t('chat.from')}
        value={draft.dateFrom}
        onChange={(dateFrom) => setDraft({ ...draft, dateFrom })}
      />
      <Day
        id={`${id}t`}
        label={t('chat.to')}
        value={draft.dateTo}
        onChange={(dateTo) => setDraft({ ...draft, dateTo })}
      />
      {isReversed && <p role="alert">{t('chat.reversed')}</p>}
      <div className={styles.actions}>
        <Button onClick={() => apply({ ...noFilter, text: filter.text })}>{t('chat.clear')}</Button>
        <ReasonButton
          appearance="primary"
          reason={isReversed ? t('chat.reversed') : isWrong ? t('chat.wrongDay') : ''}
          onClick={() => apply(draft)}
        >
          {t('chat.apply')}
        </ReasonButton>
      </div>
    </PopoverSurface>
  );
}

function Day({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  onChange(value: string): void;
}) {
  useTexts('forms');
  return (
    <FieldFrame id={id} label={label} bare>
      <LazyComponent source={lazyDate} fallback={<SkeletonItem height={32} />}>
        {(DateControl) => (
          <DateControl
            {...{ id, label, value, onChange }}
            required={false}
            invalid={value !== '' && !isDay(value)}
            onLeave={() => undefined}
            describedBy={undefined}
          />
        )}
      </LazyComponent>
    </FieldFrame>
  );
}
