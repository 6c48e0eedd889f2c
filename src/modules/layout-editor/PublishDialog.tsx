import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Textarea,
} from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import type { Draft } from '../../editor/index.ts';
import { FieldFrame } from '../../ui/index.ts';

/** A comment as rich text: paragraphs, without markup of its own. */
const asRichText = (text: string): string =>
  text
    .trim()
    .split(/\n+/)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('');

/** Publishes the draft with the comment that every publication needs. */
export function PublishDialog({ draft, dashId, onClose }: { draft: Draft; dashId: number; onClose(): void }) {
  const t = useText();
  const { host } = useHost();
  const id = useId();
  const [comment, setComment] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const publish = async () => {
    if (comment.trim() === '') {
      setError(t('editor.publish.noComment'));
      return;
    }
    setBusy(true);
    try {
      if (!(await draft.flush())) {
        setError(draft.store.getState().failure?.message ?? t('editor.publish.notSaved'));
        return;
      }
      await host.run({
        method: 'post',
        address: `/adm/v2/dash/pub/${dashId}`,
        body: { comment: asRichText(comment) },
      });
      host.notify('success', t('editor.publish.done'));
      onClose();
    } catch (failure) {
      const { status, message } = failure as HostFailure;
      setError(status >= 400 && status < 500 ? message : t('editor.publish.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void publish();
          }}
        >
          <DialogBody>
            <DialogTitle>{t('editor.publish.title')}</DialogTitle>
            <DialogContent>
              <FieldFrame id={id} label={t('editor.publish.comment')} required error={error}>
                <Textarea
                  id={id}
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
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{t('editor.publish.cancel')}</Button>
              <Button type="submit" appearance="primary" disabledFocusable={busy}>
                {t('editor.publish.confirm')}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
