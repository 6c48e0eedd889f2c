import { Button, Input, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { randomId } from '../../contracts/random-id.ts';
import type { Chat, Sent } from '../../contracts/support.ts';
import { mostCaption } from '../../contracts/support.ts';
import type { HostFailure, PickedFile } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { FormDialog, Icon } from '../../ui/index.ts';
import { kindOf, sentKinds, takenOf } from './core/file-kinds.ts';
import { FileThumbnail } from './FileThumbnail.tsx';
import { useOpenChat } from './open-chat.ts';
import { touchTargets } from './touch.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    rowGap: '12px',
    margin: '0 0 12px',
    padding: 0,
    listStyleType: 'none',
    ...touchTargets,
  },
  file: {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    columnGap: '12px',
    rowGap: '4px',
    alignItems: 'center',
    '& > :first-child': { gridRow: '1 / span 2', alignSelf: 'start' },
  },
  remove: { gridColumn: 3, gridRow: 1 },
  caption: { gridColumn: 2, minWidth: 0 },
  hint: { gridColumn: 2, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  taken: { margin: '4px 0 0', paddingInlineStart: '16px' },
  name: { gridColumn: 2, gridRow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  wrong: { gridColumn: 2, color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

/** Files that are about to be sent, each a message with its own caption. What the provider refuses is said before, with what it takes. */
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
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [files, setFiles] = useState(() => given.map((file) => ({ file, clientId: randomId() })));
  const [captions, setCaptions] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const isWrong = files.some(({ file }) => !kindOf(file).isTaken || kindOf(file).isTooLarge);
  const remove = (clientId: string): void => {
    const left = files.filter((one) => one.clientId !== clientId);
    if (left.length === 0) onClose();
    else setFiles(left);
  };
  const send = async (): Promise<void> => {
    setSending(true);
    let left = files;
    for (const { file, clientId } of files) {
      const caption = captions[clientId]?.trim() ?? '';
      const parts = {
        to: chat.recipientNum,
        fileType: kindOf(file).kind,
        clientId,
        ...(caption === '' ? {} : { caption }),
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
        const { errors, message } = error as HostFailure;
        setRefusals((now) => ({ ...now, [clientId]: errors[0]?.message ?? message }));
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
      disabled={isSending || isWrong}
      reason={isWrong ? t('chat.removeRefused') : ''}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {files.map(({ file, clientId }) => {
          const { kind, limit, isTooLarge, isTaken } = kindOf(file);
          const refusal = isTooLarge ? t('chat.tooLarge', { name: file.name, limit }) : refusals[clientId];
          return (
            <li key={clientId} className={styles.file}>
              <FileThumbnail file={file} />
              <span className={styles.name}>{file.name}</span>
              {!isTaken ? (
                <div role="alert" className={styles.wrong}>
                  {t('chat.notTaken', { name: file.name })}
                  <ul className={styles.taken}>
                    {sentKinds.map((one) => (
                      <li key={one}>
                        {t('chat.takenOf', { kind: t(`chat.types.${one}`), ...takenOf(one) })}
                      </li>
                    ))}
                  </ul>
                </div>
              ) : kind === 'audio' ? (
                <span className={styles.hint}>{t('chat.noCaption')}</span>
              ) : (
                <Input
                  className={styles.caption}
                  value={captions[clientId] ?? ''}
                  placeholder={t('chat.caption')}
                  aria-label={t('chat.captionOf', { name: file.name })}
                  maxLength={mostCaption}
                  onChange={(_, { value }) => setCaptions((now) => ({ ...now, [clientId]: value }))}
                />
              )}
              {refusal !== undefined && <span className={styles.wrong}>{refusal}</span>}
              {/* Behind the caption, which has the focus first: Enter on a button that removes would be a surprise. */}
              <Button
                className={styles.remove}
                size="small"
                appearance="subtle"
                icon={<Icon name="dismiss" size={16} />}
                aria-label={t('chat.remove', { name: file.name })}
                onClick={() => remove(clientId)}
              />
            </li>
          );
        })}
      </ul>
      {isSending && <ProgressBar />}
    </FormDialog>
  );
}
