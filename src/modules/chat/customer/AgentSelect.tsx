import {
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useRef, useState } from 'react';
import type { Chat } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon, OptionSearch, PersonAvatar, ReasonButton } from '../../../ui/index.ts';
import { TransferForm } from '../conversation/TransferForm.tsx';
import { useAgentSearch } from '../useAgents.ts';

const useStyles = makeStyles({
  button: {
    width: '216px',
    minWidth: 0,
    flexShrink: 0,
    justifyContent: 'flex-start',
    columnGap: '8px',
    fontWeight: tokens.fontWeightRegular,
    '@media (max-width: 767.98px)': { width: 'auto', maxWidth: '160px' },
  },
  name: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textAlign: 'start',
  },
  // On phones the name of the customer has the room.
  wide: { '@media (max-width: 599.98px)': { display: 'none' } },
  surface: { width: '264px', padding: '8px', boxSizing: 'border-box', maxWidth: 'calc(100vw - 32px)' },
  transfer: { width: '340px', padding: '16px', boxSizing: 'border-box', maxWidth: 'calc(100vw - 32px)' },
});

/** The attendant of a chat, chosen among agents. A person who hands it over from one to another can leave a note. */
export function AgentSelect({
  chat,
  disabled,
  onChange,
}: {
  chat: Chat;
  disabled: boolean;
  /** @returns whether the server has it */
  onChange(attendantId: number | null, note: string): Promise<boolean>;
}) {
  const styles = useStyles();
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [heir, setHeir] = useState<{ id: number; name: string } | null>(null);
  const close = (): void => {
    setOpen(false);
    setHeir(null);
    button.current?.focus();
  };
  const choose = (id: number | null, name: string): void => {
    if (id !== null && chat.attendantId !== null && id !== chat.attendantId) return setHeir({ id, name });
    close();
    if (id !== chat.attendantId) void onChange(id, '');
  };
  const face = {
    className: styles.button,
    'aria-label': `${t('chat.attendant')}: ${chat.attendantName ?? t('chat.unassigned')}`,
    children: (
      <>
        {chat.attendantName === null ? (
          <Icon name="person" />
        ) : (
          <PersonAvatar name={chat.attendantName} image={chat.attendantPhotourl} size={20} decorative />
        )}
        <span className={mergeClasses(styles.name, styles.wide)}>
          {chat.attendantName ?? t('chat.unassigned')}
        </span>
        <ChevronDown16Regular />
      </>
    ),
  };
  if (disabled) return <ReasonButton {...face} reason={t('chat.readOnly')} />;
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, { open }) => (open ? setOpen(true) : close())}
      positioning="below-end"
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button ref={button} {...face} />
      </PopoverTrigger>
      {isOpen && heir ? (
        <PopoverSurface
          className={styles.transfer}
          aria-label={t('chat.transfer.title', { name: heir.name })}
        >
          <TransferForm
            name={heir.name}
            onCancel={() => setHeir(null)}
            onTransfer={async (note) => {
              const isDone = await onChange(heir.id, note);
              if (isDone) close();
              return isDone;
            }}
          />
        </PopoverSurface>
      ) : isOpen ? (
        <PopoverSurface className={styles.surface} aria-label={t('chat.attendant')}>
          <AgentOptions attendantId={chat.attendantId} mayUnassign onChoose={choose} onClose={close} />
        </PopoverSurface>
      ) : (
        <></>
      )}
    </Popover>
  );
}

/** Agents to choose from, found by a part of their names. */
export function AgentOptions({
  attendantId,
  mayUnassign = false,
  onChoose,
  onClose,
}: {
  attendantId: number | null;
  /** Whether nobody can be chosen too. */
  mayUnassign?: boolean;
  onChoose(id: number | null, name: string): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const [text, setText] = useState('');
  const { agents, failure, isPending } = useAgentSearch(text.trim());
  // A search is for a person: Enter never unassigns then.
  const nobody =
    mayUnassign && text.trim() === '' ? [{ id: null, name: t('chat.unassigned'), photourl: null }] : [];
  const options = [...nobody, ...agents];
  return (
    <OptionSearch
      label={t('chat.attendant')}
      search={t('chat.searchAgent')}
      text={text}
      isPending={isPending}
      note={failure?.message ?? (options.length === 0 && !isPending ? t('chat.noAgents') : '')}
      isWrong={failure !== null}
      options={options.map(({ id, name, photourl }) => ({
        key: id ?? 0,
        content: (
          <>
            {id === null ? (
              <Icon name="person" />
            ) : (
              <PersonAvatar name={name} image={photourl} size={20} decorative />
            )}
            <span className={styles.name}>{name}</span>
          </>
        ),
        isChosen: id === attendantId,
      }))}
      onText={setText}
      onChoose={(at) => onChoose(options[at]!.id, options[at]!.name)}
      onClose={onClose}
    />
  );
}
