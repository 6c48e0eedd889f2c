import {
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { Chat } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, OptionSearch, SkeletonItem } from '../../../ui/index.ts';
import { useOpenChat } from '../open-chat.ts';
import { TagMark } from '../list/TagMark.tsx';
import { useTags } from '../useTags.ts';
import { foldText } from '../../../contracts/text.ts';

const useStyles = makeStyles({
  tags: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    '@media (pointer: coarse)': { gap: '16px 12px' },
  },
  none: { color: tokens.colorNeutralForeground3 },
  remove: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '18px',
    height: '18px',
    marginInlineEnd: '-5px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    // Fingers hit around it, within the gap to the next tag.
    '@media (pointer: coarse)': {
      position: 'relative',
      width: '24px',
      height: '24px',
      '::after': { content: '""', position: 'absolute', inset: '-8px' },
    },
  },
  surface: { width: '264px', padding: '8px', boxSizing: 'border-box', maxWidth: 'calc(100vw - 32px)' },
});

/** The tags of a chat, which are added and removed one by one: two agents do not undo each other's. */
export function ChatTags({ chat }: { chat: Chat }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync, mayWrite } = useOpenChat();
  const [isOpen, setOpen] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const change = (body: { add?: number[]; remove?: number[] }): void => {
    host.run({ method: 'put', address: `/adm/v2/sup/zap/chat/${chat.id}/tags`, body }).then(
      (reply) => sync.take((reply as { data: Chat }).data, []),
      (failure: HostFailure) => host.notify('error', failure.errors[0]?.message ?? failure.message),
    );
  };
  const close = (): void => {
    setOpen(false);
    add.current?.focus();
  };
  return (
    <div className={styles.tags}>
      {chat.tags.length === 0 && <span className={styles.none}>{t('chat.tags.none')}</span>}
      {chat.tags.map((tag) => (
        <TagMark key={tag.id} tag={tag}>
          {mayWrite && (
            <button
              type="button"
              className={styles.remove}
              aria-label={t('chat.tags.remove', { title: tag.title })}
              onClick={() => {
                change({ remove: [tag.id] });
                add.current?.focus();
              }}
            >
              <Icon name="dismiss" size={12} />
            </button>
          )}
        </TagMark>
      ))}
      {mayWrite && (
        <Popover
          open={isOpen}
          onOpenChange={(_, { open }) => (open ? setOpen(true) : close())}
          positioning="below-start"
          trapFocus
        >
          <PopoverTrigger disableButtonEnhancement>
            <Button ref={add} size="small" appearance="subtle" icon={<Icon name="add" size={16} />}>
              {t('chat.tags.add')}
            </Button>
          </PopoverTrigger>
          {isOpen ? (
            <Options
              chosen={chat.tags.map(({ id }) => id)}
              onToggle={(id, isChosen) => change(isChosen ? { remove: [id] } : { add: [id] })}
              onClose={close}
            />
          ) : (
            <></>
          )}
        </Popover>
      )}
    </div>
  );
}

/** All tags with those that the chat has; the list stays open for more. */
function Options({
  chosen,
  onToggle,
  onClose,
}: {
  chosen: readonly number[];
  onToggle(id: number, isChosen: boolean): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const [text, setText] = useState('');
  const tags = useTags();
  const found = (tags ?? []).filter(({ title }) => foldText(title).includes(foldText(text.trim())));
  const none = tags?.length === 0 ? t('chat.tags.noneDefined') : t('chat.tags.noneFound');
  return (
    <PopoverSurface className={styles.surface} aria-label={t('chat.tags.title')}>
      <OptionSearch
        label={t('chat.tags.title')}
        search={t('chat.tags.search')}
        isMultiple
        text={text}
        options={found.map((tag) => ({
          key: tag.id,
          content: <TagMark tag={tag} />,
          isChosen: chosen.includes(tag.id),
        }))}
        note={tags !== null && found.length === 0 ? none : ''}
        onText={setText}
        onChoose={(at) => onToggle(found[at]!.id, chosen.includes(found[at]!.id))}
        onClose={onClose}
      >
        {tags === null && <SkeletonItem height={36} />}
      </OptionSearch>
    </PopoverSurface>
  );
}
