import type { ComponentProps } from 'react';
import type { Chat } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { FormDialog } from '../../../ui/index.ts';

/** Composer of a message of its own kind, in place of the field for texts. */
export interface SendProps {
  chat: Chat;
  replyTo: number | null;
  onSent(): void;
  onClose(): void;
}

/** A dialog that composes what is sent. */
export function SendDialog(props: Omit<ComponentProps<typeof FormDialog>, 'cancel'>) {
  const t = useText();
  return <FormDialog cancel={t('chat.cancel')} submit={t('chat.send')} {...props} />;
}
