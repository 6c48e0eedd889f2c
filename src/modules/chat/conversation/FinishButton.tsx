import { Button, makeStyles, Popover, PopoverSurface } from '@fluentui/react-components';
import { useState } from 'react';
import type { Chat } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { AgentOptions } from '../customer/AgentSelect.tsx';
import type { ChatChange } from '../core/server.ts';
import { useOpenChat } from '../open-chat.ts';

const useStyles = makeStyles({
  wide: { width: '100%' },
  surface: { width: '264px', padding: '8px', boxSizing: 'border-box', maxWidth: 'calc(100vw - 32px)' },
});

/** Ends a conversation, or opens a finished one again. That needs an agent: where there is none, one is chosen with it. */
export function FinishButton({ chat }: { chat: Chat }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const isFinished = chat.isFinished === 'Y';
  const change = async (changed: ChatChange): Promise<void> => {
    setBusy(true);
    try {
      await sync.change(chat.id, { ...changed, version: chat.version });
    } catch (error) {
      host.notify('error', t('chat.statusFailed'), { detail: (error as HostFailure).message });
    }
    setBusy(false);
  };
  const close = (): void => {
    setChoosing(false);
    button?.focus();
  };
  const onPress = (): void => {
    if (!isFinished) void change({ isActive: 'N', isFinished: 'Y' });
    else if (chat.attendantId !== null) void change({ isActive: 'Y', isFinished: 'N' });
    else {
      host.notify('warning', t('chat.needsAttendant'));
      setChoosing(true);
    }
  };
  return (
    <>
      <Button
        ref={setButton}
        className={styles.wide}
        icon={<Icon name={isFinished ? 'arrow-clockwise' : 'checkmark-circle'} />}
        disabledFocusable={isBusy}
        onClick={onPress}
      >
        {isFinished ? t('chat.reopen') : t('chat.finish')}
      </Button>
      {isChoosing && (
        <Popover
          open
          trapFocus
          positioning={{ position: 'above', target: button }}
          onOpenChange={(_, { open }) => {
            if (!open) close();
          }}
        >
          <PopoverSurface className={styles.surface} aria-label={t('chat.attendant')}>
            <AgentOptions
              attendantId={null}
              onChoose={(attendantId) => {
                if (attendantId === null) return;
                close();
                void change({ attendantId, isActive: 'Y', isFinished: 'N' });
              }}
              onClose={close}
            />
          </PopoverSurface>
        </Popover>
      )}
    </>
  );
}
