import {
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useId, useState } from 'react';
import type { WidgetPublicationCheck } from '../../contracts/saved-widget.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { obstacleOf, type Draft } from '../../editor/index.ts';
import { FieldFrame, FormDialog, SkeletonGroup, SkeletonItem } from '../../ui/index.ts';
import { asRichText } from './rich-text.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '12px' },
  users: { margin: '4px 0 0', paddingInlineStart: '20px', maxHeight: '160px', overflowY: 'auto' },
  unused: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

type Checked =
  | { status: 'loading' }
  | { status: 'ready'; check: WidgetPublicationCheck }
  | { status: 'stopped'; intent: 'info' | 'error'; message: string };

/** Publishes a saved widget: it says first in which views the change will show. */
export function WidgetPublishDialog({ draft, id, onClose }: { draft: Draft; id: string; onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const field = useId();
  const [checked, setChecked] = useState<Checked>({ status: 'loading' });
  const [comment, setComment] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let cancelled = false;
    const load = async (): Promise<Checked> => {
      // The check covers what is published: the draft with the last change.
      const obstacle = await obstacleOf(draft);
      if (obstacle !== null) {
        const { intent, message, text } = obstacle;
        return { status: 'stopped', intent, message: message ?? t(text) };
      }
      const reply = await host.run({ method: 'get', address: `/adm/v2/widget/${id}/check` });
      return { status: 'ready', check: (reply as { data: WidgetPublicationCheck }).data };
    };
    load().then(
      (found) => !cancelled && setChecked(found),
      ({ message }: HostFailure) => !cancelled && setChecked({ status: 'stopped', intent: 'error', message }),
    );
    return () => {
      cancelled = true;
    };
  }, [draft, host, id, t]);
  const refused = checked.status === 'ready' ? checked.check.refused : null;
  const isBlocked = checked.status !== 'ready' || refused !== null;
  const publish = async () => {
    if (busy || isBlocked) return;
    if (comment.trim() === '') {
      setError(t('editor.publish.noComment'));
      return;
    }
    setBusy(true);
    try {
      await host.run({
        method: 'post',
        address: `/adm/v2/widget/${id}/publish`,
        body: { comment: asRichText(comment), version: draft.store.getState().version },
      });
      host.notify('success', t('editor.widgets.published'));
      onClose();
    } catch (failure) {
      const { status, message } = failure as HostFailure;
      setError(status >= 400 && status < 500 ? message : t('editor.publish.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('editor.widgets.publishTitle')}
      cancel={t('editor.publish.cancel')}
      submit={t('editor.publish.confirm')}
      disabled={busy || isBlocked}
      contentClassName={styles.content}
      onSubmit={() => void publish()}
      onClose={onClose}
    >
      {checked.status === 'loading' && (
        <SkeletonGroup label={t('shell.loading')}>
          <SkeletonItem height={48} />
        </SkeletonGroup>
      )}
      {checked.status === 'stopped' && (
        <MessageBar intent={checked.intent} layout="multiline">
          <MessageBarBody>{checked.message}</MessageBarBody>
        </MessageBar>
      )}
      {refused !== null && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{t('editor.widgets.refused')}</MessageBarTitle> {refused}
          </MessageBarBody>
        </MessageBar>
      )}
      {checked.status === 'ready' && <Users check={checked.check} />}
      <FieldFrame id={field} label={t('editor.publish.comment')} required error={error}>
        <Textarea
          id={field}
          rows={4}
          resize="vertical"
          placeholder={t('editor.publish.placeholder')}
          value={comment}
          onChange={(_, { value }) => {
            setComment(value);
            setError(undefined);
          }}
        />
      </FieldFrame>
    </FormDialog>
  );
}

/** Where the widget shows. */
function Users({ check: { users } }: { check: WidgetPublicationCheck }) {
  const styles = useStyles();
  const t = useText();
  if (users.length === 0) return <p className={styles.unused}>{t('editor.widgets.unused')}</p>;
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{t('editor.widgets.changesIn', { count: users.length })}</MessageBarTitle>
        <ul className={styles.users}>
          {users.map(({ kind, id, title, published }) => (
            <li key={`${kind}/${id}`}>{published ? title : t('editor.widgets.draftOf', { title })}</li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}
