import { Button, Input, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { useId, useState } from 'react';
import type { Chat, Sent } from '../../contracts/support.ts';
import { mostCaption } from '../../contracts/support.ts';
import type { HostFailure, PickedFile } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { FieldFrame, FormDialog, Icon } from '../../ui/index.ts';
import { kindOf } from './core/file-kinds.ts';
import { useOpenChat } from './open-chat.ts';

const useStyles = makeStyles({
  list: { display: 'grid', rowGap: '8px', margin: '0 0 12px', padding: 0, listStyleType: 'none' },
  file: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    columnGap: '8px',
    alignItems: 'center',
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  wrong: { gridColumn: '2 / -1', color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

/** Files that are about to be sent, each a message, with a caption on the first. What the provider refuses is said before. */
export default function SendFiles({
  chat,
  files: given,
  replyTo,
  onClose,
}: {
  chat: Chat;
  files: readonly PickedFile[];
  replyTo: number | null;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [files, setFiles] = useState(() => given.map((file) => ({ file, clientId: crypto.randomUUID() })));
  const [caption, setCaption] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const isWrong = files.some(({ file }) => kindOf(file).isTooLarge);
  const send = async (): Promise<void> => {
    setSending(true);
    let left = files;
    for (const [at, { file, clientId }] of files.entries()) {
      const parts = {
        to: chat.recipientNum,
        fileType: kindOf(file).kind,
        clientId,
        ...(at === 0 && caption.trim() !== '' ? { caption: caption.trim() } : {}),
        ...(replyTo === null ? {} : { replyTo: String(replyTo) }),
        MEDIA_FILE: file,
      };
      try {
        const reply = await host.run({
          method: 'post',
          address: `/adm/v2/sup/zap/send-media/${chat.id}?channelId=${chat.channelId}`,
          parts,
        });
        sync.take(null, [(reply as { data: Sent }).data.message]);
        left = left.filter((one) => one.clientId !== clientId);
      } catch (error) {
        setRefusals((now) => ({ ...now, [clientId]: (error as HostFailure).message }));
      }
    }
    setSending(false);
    // What was refused stays, with its reason.
    if (left.length === 0) onClose();
    else setFiles([...left]);
  };
  return (
    <FormDialog
      title={t('chat.filesTitle')}
      cancel={t('chat.cancel')}
      submit={t('chat.sendFiles', { count: files.length })}
      disabled={isSending || isWrong || files.length === 0}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {files.map(({ file, clientId }) => {
          const { limit, isTooLarge } = kindOf(file);
          const refusal = isTooLarge ? t('chat.tooLarge', { name: file.name, limit }) : refusals[clientId];
          return (
            <li key={clientId} className={styles.file}>
              <Document20Regular />
              <span className={styles.name}>{file.name}</span>
              <Button
                size="small"
                appearance="subtle"
                icon={<Icon name="dismiss" size={16} />}
                aria-label={t('chat.remove', { name: file.name })}
                onClick={() => setFiles((now) => now.filter((one) => one.clientId !== clientId))}
              />
              {refusal !== undefined && <span className={styles.wrong}>{refusal}</span>}
            </li>
          );
        })}
      </ul>
      {isSending && <ProgressBar />}
      <FieldFrame id={id} label={t('chat.caption')} bare>
        <Input
          id={id}
          value={caption}
          maxLength={mostCaption}
          onChange={(_, { value }) => setCaption(value)}
        />
      </FieldFrame>
    </FormDialog>
  );
}
