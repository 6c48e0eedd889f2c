import { Button, Link, makeStyles, MenuItem, Spinner, tokens } from '@fluentui/react-components';
import { useId, useRef, useState } from 'react';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useFormat, useHost, useText } from '../../../engine/react/index.ts';
import { Icon, MoreMenu } from '../../../ui/index.ts';
import { fileAddress, useFilePicture } from '../files.ts';
import { useOpenBoard } from '../open-board.ts';
import { remember } from '../undo.ts';
import type { Gesture } from './card-calls.ts';
import { useOpenCard, useShownCard } from './open-card.ts';
import { Section } from './Section.tsx';

const useStyles = makeStyles({
  list: { display: 'grid', margin: '0 0 8px', padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', columnGap: '8px', minHeight: '40px' },
  face: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', textAlign: 'start' },
  size: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** The files of a card; one of its pictures can be its cover. */
export function Attachments() {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  const id = useId();
  const { host } = useHost();
  const { actions, ui } = useOpenBoard();
  const { store, mayEdit, refused } = useOpenCard();
  const { attachments, coverFileId } = useShownCard();
  const [isBusy, setBusy] = useState(false);
  const attach = useRef<HTMLButtonElement>(null);
  if (!mayEdit && attachments.length === 0) return null;
  /** Carries a change out, and offers its undo. */
  const act = async (gesture: () => Promise<Gesture<unknown>>, done: string, detail: string) => {
    let opId = '';
    const failure = await store.act(async () => {
      const made = await gesture();
      opId = made.opId;
      return made;
    });
    if (failure) refused(failure);
    else remember(ui, opId, host.notify('success', done, { detail, undo: () => actions.undo(opId) }));
  };
  const add = async () => {
    const files = await host.pick({ accept: [], multiple: true });
    setBusy(true);
    const uploaded: { id: number; name: string }[] = [];
    for (const file of files) {
      try {
        const request = { method: 'post', address: '/adm/v2/files', field: 'file', values: {} } as const;
        const reply = await host.upload({ ...request, files: [file] });
        uploaded.push({ id: (reply as { data: { id: number } }).data.id, name: file.name });
      } catch (error) {
        refused(error as HostFailure);
      }
    }
    const count = uploaded.length;
    if (count > 0)
      await act(
        () => store.calls.attach(uploaded.map(({ id: fileId }) => fileId)),
        t('kanban.card.attached', { count }),
        uploaded.map(({ name }) => name).join(', '),
      );
    setBusy(false);
  };
  const setCover = async (cover: number | null) => {
    const failure = await store.save({ coverFileId: cover });
    if (failure) refused(failure);
  };
  const remove = async (fileId: number, name: string) => {
    if (!(await host.confirm({ kind: 'delete', title: t('kanban.card.detachQuestion'), text: name }))) return;
    await act(() => store.calls.detach(fileId), t('kanban.card.detached'), name);
    // The row that had the focus is gone.
    attach.current?.focus();
  };
  return (
    <Section id={id} title={t('kanban.card.attachments')}>
      {attachments.length > 0 && (
        <ul className={styles.list} aria-labelledby={`${id}-label`}>
          {attachments.map((file) => (
            <li key={file.id} className={styles.row}>
              <span className={styles.face}>
                {file.isPicture ? <Thumbnail fileId={file.id} /> : <Icon name="document" size={16} />}
              </span>
              <Link
                as="button"
                className={styles.name}
                onClick={() => void host.save(fileAddress(file.id), file.name)}
              >
                {file.name}
              </Link>
              <span className={styles.size}>
                {t('kanban.card.kilobytes', { size: format.number(Math.ceil(file.bytes / 1024)) })}
              </span>
              {mayEdit && (
                <MoreMenu label={t('kanban.cardMenu', { card: file.name })}>
                  {file.isPicture && (
                    <MenuItem
                      icon={<Icon name="image" />}
                      onClick={() => void setCover(file.id === coverFileId ? null : file.id)}
                    >
                      {t(file.id === coverFileId ? 'kanban.card.removeCover' : 'kanban.card.makeCover')}
                    </MenuItem>
                  )}
                  <MenuItem icon={<Icon name="delete" />} onClick={() => void remove(file.id, file.name)}>
                    {t('kanban.card.delete')}
                  </MenuItem>
                </MoreMenu>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <Button
          ref={attach}
          size="small"
          icon={isBusy ? <Spinner size="extra-tiny" /> : <Icon name="attach" size={16} />}
          disabled={isBusy}
          onClick={() => void add()}
        >
          {t('kanban.card.attach')}
        </Button>
      )}
    </Section>
  );
}

function Thumbnail({ fileId }: { fileId: number }) {
  const styles = useStyles();
  const picture = useFilePicture(fileId, 64);
  return picture && <img className={styles.picture} src={picture} alt="" />;
}
