import { Input, makeStyles, Textarea } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { replaceByUse, useAnnounce, useEditor, useNodeName, widgetContentOf } from '../../editor/index.ts';
import { FieldFrame, FormDialog } from '../../ui/index.ts';
import { asRichText } from './rich-text.ts';
import { loadSavedWidgets } from './saved-widgets.ts';

const useStyles = makeStyles({ content: { display: 'flex', flexDirection: 'column', gap: '12px' } });

/** Saves a node as a widget under a name, publishes it, and shows it in the place of the node. */
export function SaveWidgetDialog({ nodeKey, onClose }: { nodeKey: string; onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const editor = useEditor();
  const announce = useAnnounce();
  const name = useNodeName(nodeKey);
  const [nameField, textField] = [useId(), useId()];
  const [title, setTitle] = useState(name);
  const [description, setDescription] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const content = widgetContentOf(editor, nodeKey);
    if (busy || content === null) return;
    if (title.trim() === '') {
      setError(t('editor.widgets.noName'));
      return;
    }
    setBusy(true);
    try {
      const made = (await host.run({
        method: 'post',
        address: '/adm/v2/widget',
        body: { title, description, content },
      })) as { data: { id: string } };
      // A view shows what is published.
      await host.run({
        method: 'post',
        address: `/adm/v2/widget/${made.data.id}/publish`,
        body: { comment: asRichText(t('editor.widgets.firstComment')) },
      });
      announce(replaceByUse(editor, nodeKey, made.data.id, title));
      host.notify('success', t('editor.widgets.saved', { title }));
      onClose();
      await loadSavedWidgets(host);
    } catch (failure) {
      setError((failure as HostFailure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('editor.widgets.saveTitle')}
      cancel={t('editor.publish.cancel')}
      submit={t('editor.widgets.saveDone')}
      disabled={busy}
      contentClassName={styles.content}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <FieldFrame id={nameField} label={t('editor.widgets.name')} required error={error}>
        <Input
          id={nameField}
          maxLength={120}
          value={title}
          onChange={(_, { value }) => {
            setTitle(value);
            setError(undefined);
          }}
        />
      </FieldFrame>
      <FieldFrame id={textField} label={t('editor.widgets.description')}>
        <Textarea
          id={textField}
          rows={2}
          maxLength={500}
          resize="vertical"
          value={description}
          onChange={(_, { value }) => setDescription(value)}
        />
      </FieldFrame>
    </FormDialog>
  );
}
