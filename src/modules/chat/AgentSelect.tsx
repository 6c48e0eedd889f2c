import {
  Button,
  Input,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Chat } from '../../contracts/support.ts';
import { useText } from '../../engine/react/index.ts';
import { Icon, PersonAvatar } from '../../ui/index.ts';
import { TransferForm } from './TransferForm.tsx';
import { useAgents } from './useAgents.ts';

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
  search: { width: '100%' },
  list: { maxHeight: '280px', overflowY: 'auto', marginTop: '8px' },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '36px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
});

/** The attendant of a chat, chosen among agents. Who hands it over from one to another can leave a note. */
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
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, { open }) => (open ? setOpen(true) : close())}
      positioning="below-end"
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          ref={button}
          className={styles.button}
          disabled={disabled}
          aria-label={`${t('chat.attendant')}: ${chat.attendantName ?? t('chat.unassigned')}`}
        >
          {chat.attendantName === null ? (
            <Icon name="person" />
          ) : (
            <PersonAvatar name={chat.attendantName} image={chat.attendantPhotourl} size={20} decorative />
          )}
          <span className={mergeClasses(styles.name, styles.wide)}>
            {chat.attendantName ?? t('chat.unassigned')}
          </span>
          <ChevronDown16Regular />
        </Button>
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
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const agents = useAgents(text.trim());
  // Who searches wants a person: Enter never unassigns then.
  const nobody =
    mayUnassign && text.trim() === '' ? [{ id: null, name: t('chat.unassigned'), photourl: null }] : [];
  const options = [...nobody, ...agents];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0)
      setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter') {
      const option = options[active];
      if (option) onChoose(option.id, option.name);
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Input
        className={styles.search}
        value={text}
        placeholder={t('chat.searchAgent')}
        aria-label={t('chat.searchAgent')}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}-${active}`}
        contentBefore={<Icon name="search" />}
        onChange={(_, { value }) => {
          setText(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('chat.attendant')} className={styles.list}>
        {options.map((option, at) => (
          /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search box has the focus and hears the keys */
          <div
            key={option.id ?? 0}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={option.id === attendantId}
            className={mergeClasses(styles.option, at === active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option.id, option.name)}
          >
            {option.id === null ? (
              <Icon name="person" />
            ) : (
              <PersonAvatar name={option.name} image={option.photourl} size={20} decorative />
            )}
            <span className={styles.name}>{option.name}</span>
            {option.id === attendantId && <Icon name="checkmark" size={16} />}
          </div>
        ))}
      </div>
    </>
  );
}
