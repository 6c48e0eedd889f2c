import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { randomId } from '../../../contracts/random-id.ts';
import type { Chat } from '../../../contracts/support.ts';
import { mostCaption } from '../../../contracts/support.ts';
import type { PickedFile } from '../../../engine/core/index.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { kindOf, sentKinds, acceptedFilesOf } from '../core/file-kinds.ts';
import { FileThumbnail } from '../conversation/FileThumbnail.tsx';
import { useOpenChat } from '../open-chat.ts';
import { touchTargets } from '../touch.ts';
import { SendDialog } from './SendDialog.tsx';

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

/** Files about to be sent, each a message with its own caption. Those that the provider refuses are named before, with what it takes. */
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
  const { sync } = useOpenChat();
  const [files, setFiles] = useState(() => given.map((file) => ({ file, id: randomId() })));
  const [captions, setCaptions] = useState<Readonly<Record<string, string>>>({});
  const isWrong = files.some(({ file }) => !kindOf(file).isTaken || kindOf(file).isTooLarge);
  const remove = (id: string): void => {
    const left = files.filter((one) => one.id !== id);
    if (left.length === 0) onClose();
    else setFiles(left);
  };
  const send = (): void => {
    for (const { file, id } of files)
      sync.send(chat, { type: kindOf(file).kind, text: captions[id]?.trim() ?? '', file }, replyTo);
    onClose();
  };
  return (
    <SendDialog
      title={t('chat.filesTitle')}
      submit={t('chat.sendFiles', { count: files.length })}
      disabled={isWrong}
      reason={isWrong ? t('chat.removeRefused') : ''}
      onSubmit={send}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {files.map(({ file, id }) => {
          const { kind, limit, isTooLarge, isTaken } = kindOf(file);
          return (
            <li key={id} className={styles.file}>
              <FileThumbnail file={file} />
              <span className={styles.name}>{file.name}</span>
              {!isTaken ? (
                <div role="alert" className={styles.wrong}>
                  {t('chat.notTaken', { name: file.name })}
                  <ul className={styles.taken}>
                    {sentKinds.map((one) => (
                      <li key={one}>
                        {t('chat.takenOf', { kind: t(`chat.types.${one}`), ...acceptedFilesOf(one) })}
                      </li>
                    ))}
                  </ul>
                </div>
              ) : kind === 'audio' ? (
                <span className={styles.hint}>{t('chat.noCaption')}</span>
              ) : (
                <Input
                  className={styles.caption}
                  value={captions[id] ?? ''}
                  placeholder={t('chat.caption')}
                  aria-label={t('chat.captionOf', { name: file.name })}
                  maxLength={mostCaption}
                  onChange={(_, { value }) => setCaptions((now) => ({ ...now, [id]: value }))}
                />
              )}
              {isTooLarge && (
                <span className={styles.wrong}>{t('chat.tooLarge', { name: file.name, limit })}</span>
              )}
              {/* Behind the caption, which has the focus first: Enter on a button that removes would be a surprise. */}
              <Button
                className={styles.remove}
                size="small"
                appearance="subtle"
                icon={<Icon name="dismiss" size={16} />}
                aria-label={t('chat.remove', { name: file.name })}
                onClick={() => remove(id)}
              />
            </li>
          );
        })}
      </ul>
    </SendDialog>
  );
}
